PRAGMA application_id = 1937010547;
PRAGMA user_version = 7;
BEGIN TRANSACTION;
CREATE TABLE acts (id INTEGER PRIMARY KEY AUTOINCREMENT, asked_ms INTEGER NOT NULL, done_ms INTEGER NOT NULL, host TEXT NOT NULL, what TEXT NOT NULL, target TEXT NOT NULL, reason TEXT NOT NULL, outcome TEXT NOT NULL);
INSERT INTO "acts" VALUES(1,1795123463752,1795123463778,'admin page','ban','6c5f334d5a49345c','rude','done');
CREATE TABLE events (code TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (code, number)) WITHOUT ROWID;
INSERT INTO "events" VALUES('govigidu',1,'1 1795123460606 open govigidu f6dlmqofxybgitrfndr7ehnyuk 9814368936105342933 text code 120 180 watchable,begin_when_full,rated facetoface(last=strict,start=lot)62cf02b7');
INSERT INTO "events" VALUES('govigidu',2,'2 1795123460606 sit 0 9814368936105342933 person Ola9562fbce');
INSERT INTO "events" VALUES('govigidu',3,'3 1795123460609 #5773b9f0de5aec6a sit 1 2464983157533129489 person Jan0d76b753');
INSERT INTO "events" VALUES('govigidu',4,'4 1795123460609 deal ukfm6jppjilr6hi5 558da52b33993de4ca6dc589e156c451825f069d71c1e7281df92250ec085f7e bab4eb5e5f9b81a52a390da05ecb546e39d51e408a09a63c8f4ebe8bb12039a0be83fe20');
INSERT INTO "events" VALUES('govigidu',5,'5 1795123460610 #50d51716df350f82 move 0 49@Dcd1f58e6');
INSERT INTO "events" VALUES('govigidu',6,'6 1795123460611 #55b3a3d92b357265 move 0 40@Dd9eead1a');
INSERT INTO "events" VALUES('govigidu',7,'7 1795123460611 #6f92b81ff5bdf7da move 0 17@Ufc28377c');
INSERT INTO "events" VALUES('govigidu',8,'8 1795123460611 #e14eb1538ed036d3 move 0 26@Da084e322');
INSERT INTO "events" VALUES('govigidu',9,'9 1795123460612 #faa64bc7c722c4fc move 0 end5e72ce04');
INSERT INTO "events" VALUES('govigidu',10,'10 1795123460650 #e4649df4cf7fca70 move 1 48@oD3f460f58');
INSERT INTO "events" VALUES('govigidu',11,'11 1795123460654 #b85b1dd5132d4164 move 1 3@Db73324c9');
INSERT INTO "events" VALUES('govigidu',12,'12 1795123460655 #b8aa7cfc4a182351 move 1 59@U386c2a59');
INSERT INTO "events" VALUES('govigidu',13,'13 1795123460655 #2026d01663a5598b move 1 enda936e8d4');
INSERT INTO "events" VALUES('govigidu',14,'14 1795123460676 #186997e7fc2c1f4f move 0 46@oUe81416cf');
INSERT INTO "events" VALUES('govigidu',15,'15 1795123460692 #4f09c28efbce84b1 move 0 51@U35e6a0e2');
INSERT INTO "events" VALUES('govigidu',16,'16 1795123460694 #7628cf5f5e0c25bf move 0 54@U7f183199');
INSERT INTO "events" VALUES('govigidu',17,'17 1795123460695 #83881b17da2e1699 move 0 18@D3c1bd441');
INSERT INTO "events" VALUES('govigidu',18,'18 1795123460696 #b1cfb3b0b34b9fdb move 0 end2599f444');
INSERT INTO "events" VALUES('govigidu',19,'19 1795123460718 #63a4256e80347eff move 1 32@oDe49b061b');
INSERT INTO "events" VALUES('govigidu',20,'20 1795123460719 #394d3f3dd8d0e228 move 1 52@Ue83c9d3c');
INSERT INTO "events" VALUES('govigidu',21,'21 1795123460722 #c1925419f18fc1e8 move 1 end16ef10dd');
INSERT INTO "events" VALUES('govigidu',22,'22 1795123460744 #1347cc9920bbb82c move 0 21@oD5cd7f34e');
INSERT INTO "events" VALUES('govigidu',23,'23 1795123460745 #9e38e137d41ff35d move 0 55@U6a3908dc');
INSERT INTO "events" VALUES('govigidu',24,'24 1795123460745 #e311e66e5ff64d39 move 0 end7a148055');
INSERT INTO "events" VALUES('govigidu',25,'25 1795123460770 #487efbcc2787e019 move 1 8@De2d43897');
INSERT INTO "events" VALUES('govigidu',26,'26 1795123460781 #c81bebba7cd40058 move 1 24@oUdd0e4c57');
INSERT INTO "events" VALUES('govigidu',27,'27 1795123460796 #375b7b38909024ed move 1 7@Dd8911c7a');
INSERT INTO "events" VALUES('govigidu',28,'28 1795123460808 #e4e7c8c6a416f93f move 1 endd93c7c2f');
INSERT INTO "events" VALUES('govigidu',29,'29 1795123460861 #bcad197ae3abf526 move 0 48@oU53cba5e6');
INSERT INTO "events" VALUES('govigidu',30,'30 1795123460866 #fa5e59ce43852291 move 0 38@U3df236da');
INSERT INTO "events" VALUES('govigidu',31,'31 1795123460870 #354b68af2d02837d move 0 4@D5ac78648');
INSERT INTO "events" VALUES('govigidu',32,'32 1795123460886 #3a56c301e0d2435b move 0 53@Uc23180dc');
INSERT INTO "events" VALUES('govigidu',33,'33 1795123460896 #6d300506615c1793 move 0 57@U669f559c');
INSERT INTO "events" VALUES('govigidu',34,'34 1795123460901 #12f66052e57c519f move 0 47@U34c74232');
INSERT INTO "events" VALUES('govigidu',35,'35 1795123460910 #ed08567ae6971971 move 0 ended9fb5f7');
INSERT INTO "events" VALUES('govigidu',36,'36 1795123460931 #e5e94ea33ba8d406 move 1 50@Ueac53dae');
INSERT INTO "events" VALUES('govigidu',37,'37 1795123460933 #f41985547413cb4b move 1 17@D65686b5f');
INSERT INTO "events" VALUES('govigidu',38,'38 1795123460943 #dd696de9fda6bb7 move 1 46@oUfafaef4d');
INSERT INTO "events" VALUES('govigidu',39,'39 1795123460951 #740291c3a5d7f88f move 1 54@U824e58a9');
INSERT INTO "events" VALUES('govigidu',40,'40 1795123460953 #76fb5d38baa5cf27 move 1 57@Ud6f74ba5');
INSERT INTO "events" VALUES('govigidu',41,'41 1795123460959 #52a462b4609af347 move 1 10@D95dde5c9');
INSERT INTO "events" VALUES('govigidu',42,'42 1795123460962 #914e85067ed10c56 move 1 end6375bb2b');
INSERT INTO "events" VALUES('govigidu',43,'43 1795123460994 #5cca91b7c2f83037 move 0 12@oDda783f69');
INSERT INTO "events" VALUES('govigidu',44,'44 1795123461002 #2d522bfa1de9fd34 move 0 3@Ddec341a1');
INSERT INTO "events" VALUES('govigidu',45,'45 1795123461010 #7cb3d26bbcd65542 move 0 endf01a6f62');
INSERT INTO "events" VALUES('govigidu',46,'46 1795123461036 #1323621e9c13bfd move 1 29@oU7d38b4d3');
INSERT INTO "events" VALUES('govigidu',47,'47 1795123461038 #d0337c0d9049d1e3 move 1 2@Df99b29fe');
INSERT INTO "events" VALUES('govigidu',48,'48 1795123461051 #abdc8183a4e8fd9b move 1 endcc7290c2');
INSERT INTO "events" VALUES('govigidu',49,'49 1795123461082 #db308a52168e9a07 move 0 45@oU82e5a7ec');
INSERT INTO "events" VALUES('govigidu',50,'50 1795123461086 #72b2226f85327f52 move 0 37@U57d5bb5c');
INSERT INTO "events" VALUES('govigidu',51,'51 1795123461091 #c2413de8a5ec7b69 move 0 end64db6213');
INSERT INTO "events" VALUES('govigidu',52,'52 1795123461114 #17e52a0326b955c move 1 16@oDd60ba342');
INSERT INTO "events" VALUES('govigidu',53,'53 1795123461118 #4c1acb18d61db29b move 1 51@U66a2e276');
INSERT INTO "events" VALUES('govigidu',54,'54 1795123461119 #4cef87a43a6bfcb5 move 1 end725ef8c0');
INSERT INTO "events" VALUES('govigidu',55,'55 1795123461143 #9b54eec30651c8b5 move 0 11@oUb0f0203b');
INSERT INTO "events" VALUES('govigidu',56,'56 1795123461302 #64a37c6378cbcbe8 move 0 15@D5475c1bc');
INSERT INTO "events" VALUES('govigidu',57,'57 1795123461306 #dd40a298566a102c move 0 7@D2dd57b59');
INSERT INTO "events" VALUES('govigidu',58,'58 1795123461311 #4749a032e3cf9d56 move 0 56@U6cdc9970');
INSERT INTO "events" VALUES('govigidu',59,'59 1795123461313 #fb16186248ab8953 move 0 6@D585686df');
INSERT INTO "events" VALUES('govigidu',60,'60 1795123461337 #370ed37640b1a7d1 move 0 end337420b1');
INSERT INTO "events" VALUES('govigidu',61,'61 1795123461362 #28988d230196e86a move 1 31@U169f9a0f');
INSERT INTO "events" VALUES('govigidu',62,'62 1795123461382 #62fcb0bb0d9d8aa2 move 1 39@Uefabcf64');
INSERT INTO "events" VALUES('govigidu',63,'63 1795123461394 #cc56ca3ca58328a7 move 1 40@oUdd6a2419');
INSERT INTO "events" VALUES('govigidu',64,'64 1795123461396 #236393ed85d84144 move 1 44@U1790938a');
INSERT INTO "events" VALUES('govigidu',65,'65 1795123461398 #a30083df6e5be3bc move 1 endbf62e3ac');
INSERT INTO "events" VALUES('govigidu',66,'66 1795123461426 #45ee7f3b64bb02a7 move 0 36@oU7cce8496');
INSERT INTO "events" VALUES('govigidu',67,'67 1795123461428 #3aebda5d4346c2f0 move 0 30@U6e49ed87');
INSERT INTO "events" VALUES('govigidu',68,'68 1795123461433 #2303ed6fe4db6974 move 0 59@Ud4504709');
INSERT INTO "events" VALUES('govigidu',69,'69 1795123461434 #c20876719d5614f3 move 0 5@D6cc7cd0a');
INSERT INTO "events" VALUES('govigidu',70,'70 1795123461441 #abc8e099a2bba207 move 0 enda8c0b40b');
INSERT INTO "events" VALUES('govigidu',71,'71 1795123461465 #1431d75aec8301ac move 1 18@oU55c8a58b');
INSERT INTO "events" VALUES('govigidu',72,'72 1795123461465 over - bab4eb5e5f9b81a52a390da05ecb546e39d51e408a09a63c8f4ebe8bb12039a0 winner 08fae3b77');
INSERT INTO "events" VALUES('hemejujo',1,'1 1795123462744 open hemejujo 4ybpw523gslqxzr33boznvtq2o 7809016686203974748 text code 0 0 takeback,odds,memory,watchable facetoface(last=strict,start=lot)57307eca');
INSERT INTO "events" VALUES('hemejujo',2,'2 1795123462744 sit 0 7809016686203974748 person Badd6d2cf72');
INSERT INTO "events" VALUES('kopihumu',1,'1 1795123462550 open kopihumu cjqkzmrxqtib6sgmgrgfyneaad 9814368936105342933 text code 0 0 takeback,odds,memory,watchable series bamoteki 2 thegame(players=2,min=2,hand=full,fire=off,start=0)3ef6277b');
INSERT INTO "events" VALUES('kopihumu',2,'2 1795123462550 sit 0 9814368936105342933 person Ola7e9dc92e');
INSERT INTO "events" VALUES('kopihumu',3,'3 1795123462550 bot 1 novice8b0b8a32');
INSERT INTO "events" VALUES('kopihumu',4,'4 1795123462550 deal yuyorzgda6oywtyf 3fa6dd2513425c217b8536e76afe05defe4bc4f3f6725ec45e1418a94f0959b2 66654fb093f09989e276e9656eb60f712ac6fafb61780ad3df4e60d27848543c9ecc4ad7');
INSERT INTO "events" VALUES('kopihumu',5,'5 1795123462553 #62c21fea3a588df2 move 0 31@D2397bd763');
INSERT INTO "events" VALUES('kopihumu',6,'6 1795123462554 #cb5c963371d701a5 move 0 29@D19e7b0dad');
INSERT INTO "events" VALUES('kopihumu',7,'7 1795123462554 #3d48299ac6b5b1d0 move 0 27@U19a304bea');
INSERT INTO "events" VALUES('kopihumu',8,'8 1795123462556 #c0f56ae3c7733374 move 0 8@D1728df3aa');
INSERT INTO "events" VALUES('kopihumu',9,'9 1795123462558 #892f94ec546f7eaf move 0 34@U1cd72d57c');
INSERT INTO "events" VALUES('kopihumu',10,'10 1795123462560 #af71d2489c325d6f move 0 end363e315a');
INSERT INTO "events" VALUES('kopihumu',11,'11 1795123462562 move 1 5@D11af8af5a');
INSERT INTO "events" VALUES('kopihumu',12,'12 1795123462566 move 1 26@D2301e4938');
INSERT INTO "events" VALUES('kopihumu',13,'13 1795123462566 move 1 enda187920f');
INSERT INTO "events" VALUES('kopihumu',14,'14 1795123462567 #367b196001991690 move 0 36@D26be7232e');
INSERT INTO "events" VALUES('kopihumu',15,'15 1795123462569 #582539da522ee72 move 0 57@U14a961d0c');
INSERT INTO "events" VALUES('kopihumu',16,'16 1795123462569 #15325d899d7c647a move 0 12@D2b867f778');
INSERT INTO "events" VALUES('kopihumu',17,'17 1795123462578 #9fe5eddcf6c61f44 move 0 61@U14291860f');
INSERT INTO "events" VALUES('kopihumu',18,'18 1795123462579 #dd7672931d625fc1 move 0 58@U2dbf38be0');
INSERT INTO "events" VALUES('kopihumu',19,'19 1795123462595 #e3adf9662a65af64 move 0 90@U20923831a');
INSERT INTO "events" VALUES('kopihumu',20,'20 1795123462598 #db4699408f6aede2 move 0 enda838ba5f');
INSERT INTO "events" VALUES('kopihumu',21,'21 1795123462602 move 1 93@U24cb61997');
INSERT INTO "events" VALUES('kopihumu',22,'22 1795123462605 move 1 77@U191d6f58f');
INSERT INTO "events" VALUES('kopihumu',23,'23 1795123462612 move 1 end54a68228');
INSERT INTO "events" VALUES('kopihumu',24,'24 1795123462619 #6451d2810190976e move 0 88@U1614ba4ba');
INSERT INTO "events" VALUES('kopihumu',25,'25 1795123462619 over - 66654fb093f09989e276e9656eb60f712ac6fafb61780ad3df4e60d27848543c left 82d21febaa');
INSERT INTO "events" VALUES('lotedihe',1,'1 1795123461590 open lotedihe 7u2leimfye6byjap22svvd2q43 9814368936105342933 text code 0 0 takeback,odds,memory,watchable thegame(players=2,min=2,hand=full,fire=off,start=0)5a5ceb66');
INSERT INTO "events" VALUES('lotedihe',2,'2 1795123461590 sit 0 9814368936105342933 person Ola1a804c23');
INSERT INTO "events" VALUES('lotedihe',3,'3 1795123461590 bot 1 novice736b6eb1');
INSERT INTO "events" VALUES('lotedihe',4,'4 1795123461590 deal om2x2o4diset77ae 11a9447079376d070b7d368fd8243f8d8f023669b06f9fe167eb4aef95f5d2bf 4476e6a2f2184f5d9f007d6cba17f5deadf3c291e7e173225e05af86885937117d7ea856');
INSERT INTO "events" VALUES('lotedihe',5,'5 1795123461596 #3e5b352d0beb9699 move 0 20@U1279991be');
INSERT INTO "events" VALUES('lotedihe',6,'6 1795123461609 #2bafca48189800d1 move 0 83@U1eb22c691');
INSERT INTO "events" VALUES('lotedihe',7,'7 1795123461626 #2caacf0bc740b2b9 move 0 55@U2c858796c');
INSERT INTO "events" VALUES('lotedihe',8,'8 1795123461635 #ea78f73cf2936bb4 move 0 endcfda28be');
INSERT INTO "events" VALUES('lotedihe',9,'9 1795123461641 move 1 56@U27167e037');
INSERT INTO "events" VALUES('lotedihe',10,'10 1795123461662 move 1 59@U2755916ea');
INSERT INTO "events" VALUES('lotedihe',11,'11 1795123461669 move 1 end8345ad18');
INSERT INTO "events" VALUES('lotedihe',12,'12 1795123461682 #6e2638854409fd8b move 0 24@D18d639be7');
INSERT INTO "events" VALUES('lotedihe',13,'13 1795123461694 #ad897ce2c027dd1a move 0 54@D241eba34e');
INSERT INTO "events" VALUES('lotedihe',14,'14 1795123461767 #9a7805aa677c270d move 0 16@D231ee6f95');
INSERT INTO "events" VALUES('lotedihe',15,'15 1795123461770 #223b72fb32e15ab3 move 0 endc33a5979');
INSERT INTO "events" VALUES('lotedihe',16,'16 1795123461783 move 1 84@U11b524f06');
INSERT INTO "events" VALUES('lotedihe',17,'17 1795123461788 move 1 22@D1673a054a');
INSERT INTO "events" VALUES('lotedihe',18,'18 1795123461795 move 1 end43df4377');
INSERT INTO "events" VALUES('lotedihe',19,'19 1795123461799 #7c7517af5aef0774 move 0 8@D10dcfc571');
INSERT INTO "events" VALUES('lotedihe',20,'20 1795123461814 #6509555bbc4a1f30 move 0 14@D2ba37f7ac');
INSERT INTO "events" VALUES('lotedihe',21,'21 1795123461823 #1c03ec2e031d5514 move 0 7@D1da49d0b6');
INSERT INTO "events" VALUES('lotedihe',22,'22 1795123461826 #7d0da96a8bbaed move 0 80@U235622d47');
INSERT INTO "events" VALUES('lotedihe',23,'23 1795123461826 #cda3cba2fff5ae61 move 0 endfee4b8e4');
INSERT INTO "events" VALUES('lotedihe',24,'24 1795123461836 move 1 70@U22967f9d8');
INSERT INTO "events" VALUES('lotedihe',25,'25 1795123461843 move 1 17@D1e1d032d0');
INSERT INTO "events" VALUES('lotedihe',26,'26 1795123461850 move 1 endb52dd487');
INSERT INTO "events" VALUES('lotedihe',27,'27 1795123461852 #3a0543c7bec024bb move 0 6@D23bea1f60');
INSERT INTO "events" VALUES('lotedihe',28,'28 1795123461858 #5ff34d99ad798e2d move 0 73@U26150f7a2');
INSERT INTO "events" VALUES('lotedihe',29,'29 1795123461864 #af383b681bd70da1 move 0 end6a846cbd');
INSERT INTO "events" VALUES('lotedihe',30,'30 1795123461869 move 1 11@D11ecd9874');
INSERT INTO "events" VALUES('lotedihe',31,'31 1795123461874 move 1 81@U2d85e36d0');
INSERT INTO "events" VALUES('lotedihe',32,'32 1795123461876 move 1 71@U2aa965bf8');
INSERT INTO "events" VALUES('lotedihe',33,'33 1795123461878 move 1 end787164c7');
INSERT INTO "events" VALUES('lotedihe',34,'34 1795123462101 #b30d2b3ae8698ac2 move 0 10@D17f3633d5');
INSERT INTO "events" VALUES('lotedihe',35,'35 1795123462168 #5628c21c2da161a1 move 0 9@D189685665');
INSERT INTO "events" VALUES('lotedihe',36,'36 1795123462170 #4c237a13b290aa78 move 0 end1e1d4c69');
INSERT INTO "events" VALUES('lotedihe',37,'37 1795123462182 move 1 61@U266292968');
INSERT INTO "events" VALUES('lotedihe',38,'38 1795123462190 move 1 91@U173cb3742');
INSERT INTO "events" VALUES('lotedihe',39,'39 1795123462201 move 1 end7351f9d5');
INSERT INTO "events" VALUES('lotedihe',40,'40 1795123462378 #b741fd3be0964175 move 0 65@U231c75054');
INSERT INTO "events" VALUES('lotedihe',41,'41 1795123462382 #ee14e58a5f33bdb1 move 0 76@U2b23eb40f');
INSERT INTO "events" VALUES('lotedihe',42,'42 1795123462385 #bd99bb7a9276d49a move 0 ende63f3318');
INSERT INTO "events" VALUES('lotedihe',43,'43 1795123462387 move 1 66@U28f4616c7');
INSERT INTO "events" VALUES('lotedihe',44,'44 1795123462390 move 1 94@U1ce9e006b');
INSERT INTO "events" VALUES('lotedihe',45,'45 1795123462391 move 1 end8833e1e4');
INSERT INTO "events" VALUES('lotedihe',46,'46 1795123462392 #da573ad1dfa8f99 move 0 75@U2f87fe78f');
INSERT INTO "events" VALUES('lotedihe',47,'47 1795123462392 over - 4476e6a2f2184f5d9f007d6cba17f5deadf3c291e7e173225e05af8688593711 left 688d177986');
INSERT INTO "events" VALUES('pasasogi',1,'1 1795123462626 open pasasogi pdxua2ysvhq3qagtnh4jekitnz 5875190134405511841 text code 0 0 takeback,odds,memory,watchable thegame(players=2,min=2,hand=full,fire=off,start=0)7fb59391');
INSERT INTO "events" VALUES('pasasogi',2,'2 1795123462626 sit 0 5875190134405511841 person Evade83cf6a');
INSERT INTO "events" VALUES('pasasogi',3,'3 1795123462629 #29e0899cc1835706 sit 1 9814368936105342933 person Ola98f104f5');
INSERT INTO "events" VALUES('pasasogi',4,'4 1795123462630 #d9bbc499448e91ba deal ls3gnsqrraftoqyb 149f9afdc98e48b0d523997f6bdf8b2e9d1c5db81a0e32d6f0fd92881734c5f6 4b1918754f6c03c9791d8bd08d03bb00d945cbde6bb573e0f97bca4f93dc011896b38f6c');
INSERT INTO "events" VALUES('pasasogi',5,'5 1795123462630 #9f3be383c81690e1 move 0 6@U1135f5c04');
INSERT INTO "events" VALUES('pasasogi',6,'6 1795123462632 #724acb3d352b4ecf move 0 13@U1f382a6b1');
INSERT INTO "events" VALUES('pasasogi',7,'7 1795123462637 #2e7f93cefa1bdb70 move 0 23@U1a929956e');
INSERT INTO "events" VALUES('pasasogi',8,'8 1795123462738 #11f89caf78f7e8a6 say 1 hello from the old version2d9b9285');
INSERT INTO "events" VALUES('rijojogo',1,'1 1795123462742 open rijojogo z4ugedgmlllmdb76s6kw3pfssl 2464983157533129489 text link 0 0 takeback,odds,memory,watchable lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)be947bbb');
INSERT INTO "events" VALUES('rijojogo',2,'2 1795123462742 sit 0 2464983157533129489 person Janedc00a33');
INSERT INTO "events" VALUES('rumunahu',1,'1 1795123462552 open rumunahu ndhcq6k6mrif57z5qxqz5brnjl 2464983157533129489 text code 0 0 takeback,odds,memory,watchable series bamoteki 2 thegame(players=2,min=2,hand=full,fire=off,start=0)d8a612cd');
INSERT INTO "events" VALUES('rumunahu',2,'2 1795123462552 sit 0 2464983157533129489 person Janfdc2b5b5');
INSERT INTO "events" VALUES('rumunahu',3,'3 1795123462552 bot 1 novicea3ea8664');
INSERT INTO "events" VALUES('rumunahu',4,'4 1795123462552 deal edsqr4ponztzqqqk 3fa6dd2513425c217b8536e76afe05defe4bc4f3f6725ec45e1418a94f0959b2 66654fb093f09989e276e9656eb60f712ac6fafb61780ad3df4e60d27848543cc9c33a08');
INSERT INTO "events" VALUES('sasikito',1,'1 1795123462397 open sasikito hi5irphrshbjanwnkbnb26avtc 9814368936105342933 text code 0 0 takeback,odds,memory,watchable lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)d3f0101c');
INSERT INTO "events" VALUES('sasikito',2,'2 1795123462397 sit 0 9814368936105342933 person Ola4cf80d6d');
INSERT INTO "events" VALUES('sasikito',3,'3 1795123462397 bot 1 novice224474f4');
INSERT INTO "events" VALUES('sasikito',4,'4 1795123462397 deal zshzqxqelxfi7i7w e5df44c622549f8056be3179ea774bbcc0412951beb8cc29909f965cf59b3760 4defecacb89404fa4943267cc33e8d635fa73dcdc6f8d5c07064c1a1b319f80e6df776a9');
INSERT INTO "events" VALUES('sasikito',5,'5 1795123462398 move 1 show 5dd65f5bd');
INSERT INTO "events" VALUES('sasikito',6,'6 1795123462398 #d7f5872e3cc86600 move 0 show 336fd7a4b');
INSERT INTO "events" VALUES('sasikito',7,'7 1795123462399 move 1 1x57ac20cd0');
INSERT INTO "events" VALUES('sasikito',8,'8 1795123462400 #87fba7bad0de6caa move 0 2x55a52d5f0');
INSERT INTO "events" VALUES('sasikito',9,'9 1795123462400 move 1 callfa810f29');
INSERT INTO "events" VALUES('sasikito',10,'10 1795123462400 move 1 show 2878699f8');
INSERT INTO "events" VALUES('sasikito',11,'11 1795123462401 #1882d977fe4884e7 move 0 show 1 4d2a52ed1');
INSERT INTO "events" VALUES('sasikito',12,'12 1795123462401 move 1 1x2432c69e4');
INSERT INTO "events" VALUES('sasikito',13,'13 1795123462407 #1f1ecfdb60d2b1b4 move 0 3x593f644f4');
INSERT INTO "events" VALUES('sasikito',14,'14 1795123462407 move 1 callf2172fd0');
INSERT INTO "events" VALUES('sasikito',15,'15 1795123462407 move 1 show 6afd3f68e');
INSERT INTO "events" VALUES('sasikito',16,'16 1795123462408 #cbacd3d83a1c11a4 move 0 show 2 4 63d5987ff');
INSERT INTO "events" VALUES('sasikito',17,'17 1795123462408 move 1 1x620081cd0');
INSERT INTO "events" VALUES('sasikito',18,'18 1795123462408 #bca531116c329ba2 move 0 4x60ffe15d2');
INSERT INTO "events" VALUES('sasikito',19,'19 1795123462412 move 1 call4aedaa12');
INSERT INTO "events" VALUES('sasikito',20,'20 1795123462414 move 1 show 2bc24f907');
INSERT INTO "events" VALUES('sasikito',21,'21 1795123462418 #ff1b9f5680b000ae move 0 show 4 2 2 3ee33eb34');
INSERT INTO "events" VALUES('sasikito',22,'22 1795123462432 move 1 1x27e4ddf01');
INSERT INTO "events" VALUES('sasikito',23,'23 1795123462438 #59554406c4d3c6f4 move 0 1x58776807f');
INSERT INTO "events" VALUES('sasikito',24,'24 1795123462441 move 1 1x6dd72c298');
INSERT INTO "events" VALUES('sasikito',25,'25 1795123462466 #9f39d9763352f7a move 0 5x61838c0ef');
INSERT INTO "events" VALUES('sasikito',26,'26 1795123462469 move 1 call441ca610');
INSERT INTO "events" VALUES('sasikito',27,'27 1795123462486 move 1 show 2832a5d60');
INSERT INTO "events" VALUES('sasikito',28,'28 1795123462498 #a412b32de144e56 move 0 show 1 1 4 4 5cb3cf654');
INSERT INTO "events" VALUES('sasikito',29,'29 1795123462501 move 1 1x285bceec3');
INSERT INTO "events" VALUES('sasikito',30,'30 1795123462507 #4f1a306ad56c1834 move 0 2x3fca31fcf');
INSERT INTO "events" VALUES('sasikito',31,'31 1795123462507 move 1 1x6c4f59f6d');
INSERT INTO "events" VALUES('sasikito',32,'32 1795123462532 #8411a4362721b1 move 0 3x6411579ef');
INSERT INTO "events" VALUES('sasikito',33,'33 1795123462542 move 1 call363c0c16');
INSERT INTO "events" VALUES('sasikito',34,'34 1795123462542 over - 4defecacb89404fa4943267cc33e8d635fa73dcdc6f8d5c07064c1a1b319f80e winner 13cc40c7e');
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "facts" VALUES('act:ban:6c5f334d5a49345c','9223372036854775807');
INSERT INTO "facts" VALUES('alike:37ca319bef08e6ad72b91b9293478f53','8833a48c732ff7d5');
INSERT INTO "facts" VALUES('alike:c933264a1df1991eb6813bb312ac98a2','2235611f2a153b11');
INSERT INTO "facts" VALUES('alive','1795123464691');
INSERT INTO "facts" VALUES('secret','b672b6a2e6f0923fd0ac882c1c8232c3a0469685bb65688837760117f15fe040');
CREATE TABLE game_seats (game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, person INTEGER NOT NULL, name TEXT NOT NULL, bot TEXT NOT NULL, won INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
INSERT INTO "game_seats" VALUES('om2x2o4diset77ae',0,-8632375137604208683,'Ola','',0);
INSERT INTO "game_seats" VALUES('om2x2o4diset77ae',1,0,'','novice',0);
INSERT INTO "game_seats" VALUES('ukfm6jppjilr6hi5',0,-8632375137604208683,'Ola','',1);
INSERT INTO "game_seats" VALUES('ukfm6jppjilr6hi5',1,2464983157533129489,'Jan','',0);
INSERT INTO "game_seats" VALUES('yuyorzgda6oywtyf',0,-8632375137604208683,'Ola','',0);
INSERT INTO "game_seats" VALUES('yuyorzgda6oywtyf',1,0,'','novice',0);
INSERT INTO "game_seats" VALUES('zshzqxqelxfi7i7w',0,-8632375137604208683,'Ola','',0);
INSERT INTO "game_seats" VALUES('zshzqxqelxfi7i7w',1,0,'','novice',1);
CREATE TABLE games (id TEXT PRIMARY KEY, code TEXT NOT NULL, rules TEXT NOT NULL, result TEXT NOT NULL, deal TEXT NOT NULL, company TEXT NOT NULL, cards_left INTEGER NOT NULL, won INTEGER NOT NULL, finished INTEGER NOT NULL, began_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, counts INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
INSERT INTO "games" VALUES('om2x2o4diset77ae','lotedihe','thegame(players=2,min=2,hand=full,fire=off,start=0)','left 68','11a9447079376d070b7d368fd8243f8d8f023669b06f9fe167eb4aef95f5d2bf','12696c054c1d64cf6dac91819f775bde60bb7ed99b20aeca315fd3a6d0fbc3c3',68,0,1,1795123461590,1795123462392,1);
INSERT INTO "games" VALUES('ukfm6jppjilr6hi5','govigidu','facetoface(last=strict,start=lot)','winner 0','558da52b33993de4ca6dc589e156c451825f069d71c1e7281df92250ec085f7e','c4a2e054135fe7f3cb133bc55bf379d5ff23552e2eff001d4f27e4e0b5ab3ba9',-1,0,1,1795123460609,1795123461465,1);
INSERT INTO "games" VALUES('yuyorzgda6oywtyf','kopihumu','thegame(players=2,min=2,hand=full,fire=off,start=0)','left 82','3fa6dd2513425c217b8536e76afe05defe4bc4f3f6725ec45e1418a94f0959b2','12696c054c1d64cf6dac91819f775bde60bb7ed99b20aeca315fd3a6d0fbc3c3',82,0,1,1795123462550,1795123462619,1);
INSERT INTO "games" VALUES('zshzqxqelxfi7i7w','sasikito','lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)','winner 1','e5df44c622549f8056be3179ea774bbcc0412951beb8cc29909f965cf59b3760','12696c054c1d64cf6dac91819f775bde60bb7ed99b20aeca315fd3a6d0fbc3c3',-1,0,1,1795123462397,1795123462542,1);
CREATE TABLE held (party TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (party, code)) WITHOUT ROWID;
INSERT INTO "held" VALUES('person:6c5f334d5a49345c','hemejujo');
INSERT INTO "held" VALUES('person:5188de4c951ebaa1','pasasogi');
INSERT INTO "held" VALUES('person:2235611f2a153b11','rijojogo');
INSERT INTO "held" VALUES('person:2235611f2a153b11','rumunahu');
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, account TEXT UNIQUE, pass TEXT, language TEXT NOT NULL, program INTEGER NOT NULL, muted INTEGER NOT NULL, banned INTEGER NOT NULL, made_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL);
INSERT INTO "people" VALUES(-8632375137604208683,'Ola','ola','$argon2id$v=19$m=65536,t=2,p=1$LXLmyFyP7jEGvj3V2NpCKQ$jbGoSuxe0BEE/cpEVmZY6N8EuA5PDBB6A0ZGsOViNYw','en',0,0,0,1795123459122,1795123459122);
INSERT INTO "people" VALUES(2464983157533129489,'Jan','jan','$argon2id$v=19$m=65536,t=2,p=1$c3zgezoVoKFbJq7C0ufqRA$sdJCz/3c8i88jFtfMFtNdfktFNoHVPpLkJuKk5VPRzI','en',0,0,0,1795123459862,1795123459862);
INSERT INTO "people" VALUES(5875190134405511841,'Eva',NULL,NULL,'en',0,0,0,1795123462626,1795123462626);
INSERT INTO "people" VALUES(7809016686203974748,'Bad',NULL,NULL,'en',0,0,1,1795123462744,1795123462744);
CREATE TABLE person_facts (person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (person, name)) WITHOUT ROWID;
INSERT INTO "person_facts" VALUES(-8632375137604208683,'favourite:2235611f2a153b11','Jan');
INSERT INTO "person_facts" VALUES(-8632375137604208683,'invitation:rijojogo-2235611f2a153b11','{"at":1795123462742,"by":"Jan","rules":"lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)","key":"z4ugedgmlllmdb76s6kw3pfssl"}');
INSERT INTO "person_facts" VALUES(-8632375137604208683,'recovery','01154913394640d48755be2b49fc54bcad279102a05fa4c5a0bd435cdd7d888f');
INSERT INTO "person_facts" VALUES(2464983157533129489,'block:6c5f334d5a49345c','Bad');
INSERT INTO "person_facts" VALUES(2464983157533129489,'invited:8833a48c732ff7d5','1795123462742');
CREATE TABLE rated (game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE) WITHOUT ROWID;
INSERT INTO "rated" VALUES('ukfm6jppjilr6hi5');
CREATE TABLE rating_pairs (game TEXT NOT NULL, low TEXT NOT NULL, high TEXT NOT NULL, day INTEGER NOT NULL, results INTEGER NOT NULL, PRIMARY KEY (game, low, high)) WITHOUT ROWID;
INSERT INTO "rating_pairs" VALUES('facetoface','2235611f2a153b11','8833a48c732ff7d5',20776,1);
CREATE TABLE ratings (game TEXT NOT NULL, season INTEGER NOT NULL, person INTEGER NOT NULL, bot TEXT NOT NULL, rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL, day INTEGER NOT NULL, information INTEGER NOT NULL, surprise INTEGER NOT NULL, games INTEGER NOT NULL, wins INTEGER NOT NULL, shown INTEGER NOT NULL, shown_deviation INTEGER NOT NULL, PRIMARY KEY (game, season, person, bot)) WITHOUT ROWID;
INSERT INTO "ratings" VALUES('facetoface',8107,-8632375137604208683,'',150000,35000,60000,20776,111913470,334534706,1,1,166231,29032);
INSERT INTO "ratings" VALUES('facetoface',8107,2464983157533129489,'',150000,35000,60000,20776,111913470,-334534706,1,0,133769,29032);
CREATE TABLE records (game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE, record TEXT NOT NULL);
INSERT INTO "records" VALUES('ukfm6jppjilr6hi5','stos record 1
rules: facetoface(last=strict,start=lot)
seed: bab4eb5e5f9b81a52a390da05ecb546e39d51e408a09a63c8f4ebe8bb12039a0
player 0: Ola
player 1: Jan
0: 49@D, 40@D, 17@U, 26@D, end
1: 48@oD, 3@D, 59@U, end
0: 46@oU, 51@U, 54@U, 18@D, end
1: 32@oD, 52@U, end
0: 21@oD, 55@U, end
1: 8@D, 24@oU, 7@D, end
0: 48@oU, 38@U, 4@D, 53@U, 57@U, 47@U, end
1: 50@U, 17@D, 46@oU, 54@U, 57@U, 10@D, end
0: 12@oD, 3@D, end
1: 29@oU, 2@D, end
0: 45@oU, 37@U, end
1: 16@oD, 51@U, end
0: 11@oU, 15@D, 7@D, 56@U, 6@D, end
1: 31@U, 39@U, 40@oU, 44@U, end
0: 36@oU, 30@U, 59@U, 5@D, end
1: 18@oU
result: winner 0
');
INSERT INTO "records" VALUES('om2x2o4diset77ae','stos record 1
rules: thegame(players=2,min=2,hand=full,fire=off,start=0)
seed: 4476e6a2f2184f5d9f007d6cba17f5deadf3c291e7e173225e05af8688593711
player 0: Ola
player 1: novice (bot)
0: 20@U1, 83@U1, 55@U2, end
1: 56@U2, 59@U2, end
0: 24@D1, 54@D2, 16@D2, end
1: 84@U1, 22@D1, end
0: 8@D1, 14@D2, 7@D1, 80@U2, end
1: 70@U2, 17@D1, end
0: 6@D2, 73@U2, end
1: 11@D1, 81@U2, 71@U2, end
0: 10@D1, 9@D1, end
1: 61@U2, 91@U1, end
0: 65@U2, 76@U2, end
1: 66@U2, 94@U1, end
0: 75@U2
result: left 68
');
INSERT INTO "records" VALUES('zshzqxqelxfi7i7w','stos record 1
rules: lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)
seed: 4defecacb89404fa4943267cc33e8d635fa73dcdc6f8d5c07064c1a1b319f80e
player 0: Ola
player 1: novice (bot)
1: show 5
0: show 3
1: 1x5
0: 2x5
1: call, show 2
0: show 1 4
1: 1x2
0: 3x5
1: call, show 6
0: show 2 4 6
1: 1x6
0: 4x6
1: call, show 2
0: show 4 2 2 3
1: 1x2
0: 1x5
1: 1x6
0: 5x6
1: call, show 2
0: show 1 1 4 4 5
1: 1x2
0: 2x3
1: 1x6
0: 3x6
1: call
result: winner 1
');
INSERT INTO "records" VALUES('yuyorzgda6oywtyf','stos record 1
rules: thegame(players=2,min=2,hand=full,fire=off,start=0)
seed: 66654fb093f09989e276e9656eb60f712ac6fafb61780ad3df4e60d27848543c
player 0: Ola
player 1: novice (bot)
0: 31@D2, 29@D1, 27@U1, 8@D1, 34@U1, end
1: 5@D1, 26@D2, end
0: 36@D2, 57@U1, 12@D2, 61@U1, 58@U2, 90@U2, end
1: 93@U2, 77@U1, end
0: 88@U1
result: left 82
');
CREATE TABLE sat (person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE, code TEXT NOT NULL, PRIMARY KEY (person, code)) WITHOUT ROWID;
INSERT INTO "sat" VALUES(-8632375137604208683,'govigidu');
INSERT INTO "sat" VALUES(-8632375137604208683,'kopihumu');
INSERT INTO "sat" VALUES(-8632375137604208683,'lotedihe');
INSERT INTO "sat" VALUES(-8632375137604208683,'pasasogi');
INSERT INTO "sat" VALUES(-8632375137604208683,'sasikito');
INSERT INTO "sat" VALUES(2464983157533129489,'govigidu');
INSERT INTO "sat" VALUES(2464983157533129489,'rijojogo');
INSERT INTO "sat" VALUES(2464983157533129489,'rumunahu');
INSERT INTO "sat" VALUES(5875190134405511841,'pasasogi');
INSERT INTO "sat" VALUES(7809016686203974748,'hemejujo');
CREATE TABLE tables (code TEXT PRIMARY KEY, last INTEGER NOT NULL, is_over INTEGER NOT NULL, due_ms INTEGER NOT NULL, opened_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "tables" VALUES('govigidu',72,1,9223372036854775807,1795123460606,1795123461465);
INSERT INTO "tables" VALUES('hemejujo',2,0,9223372036854775807,1795123462744,1795123462744);
INSERT INTO "tables" VALUES('kopihumu',25,1,9223372036854775807,1795123462550,1795123462619);
INSERT INTO "tables" VALUES('lotedihe',47,1,9223372036854775807,1795123461590,1795123462392);
INSERT INTO "tables" VALUES('pasasogi',8,0,9223372036854775807,1795123462626,1795123462738);
INSERT INTO "tables" VALUES('rijojogo',2,0,9223372036854775807,1795123462742,1795123462742);
INSERT INTO "tables" VALUES('rumunahu',4,0,9223372036854775807,1795123462552,1795123462552);
INSERT INTO "tables" VALUES('sasikito',34,1,9223372036854775807,1795123462397,1795123462542);
CREATE TABLE tokens (hash TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE, made_ms INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
INSERT INTO "tokens" VALUES('2235611f2a153b11dd6f00e6b1d37150ddb662d7b94fb049273308c42591e458',2464983157533129489,1795123459862,0);
INSERT INTO "tokens" VALUES('5188de4c951ebaa1b6f94de2c0c33b1f4a84f5ebe5426591c6af8147004585df',5875190134405511841,1795123462626,0);
INSERT INTO "tokens" VALUES('6c5f334d5a49345c2d45f2a350aaeb642319f1d0128fc79dcfdc8df73ef5ae47',7809016686203974748,1795123462744,0);
INSERT INTO "tokens" VALUES('8833a48c732ff7d5c178f8694d074803af18dadafec55dc0b0075e696dedd316',-8632375137604208683,1795123459122,0);
INSERT INTO "tokens" VALUES('c871191bac1759592ba5a82c91270b45c4ca4d0ccc84f2769a82d20f8326dfc0',2464983157533129489,1795123463085,1);
CREATE INDEX tokens_of_person ON tokens (person);
CREATE INDEX acts_open ON acts (id) WHERE done_ms = 0;
CREATE INDEX game_seats_of_person ON game_seats (person, game) WHERE person <> 0;
CREATE INDEX games_of_deal ON games (deal);
CREATE INDEX games_of_company ON games (company);
CREATE INDEX ratings_shown ON ratings (game, season, shown);
CREATE INDEX ratings_of_person ON ratings (person) WHERE person <> 0;
CREATE INDEX person_facts_named ON person_facts (name);
CREATE INDEX held_of_table ON held (code);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('acts',1);
COMMIT;
