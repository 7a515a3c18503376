CREATE SCHEMA stos;
CREATE TABLE stos.acts (
    id bigint NOT NULL,
    asked_ms bigint NOT NULL,
    done_ms bigint NOT NULL,
    host text NOT NULL COLLATE pg_catalog."C",
    what text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE stos.acts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME stos.acts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE stos.events (
    code text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    line text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.facts (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.game_seats (
    game text NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    person bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    bot text NOT NULL COLLATE pg_catalog."C",
    won bigint NOT NULL
);
CREATE TABLE stos.games (
    id text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C",
    rules text NOT NULL COLLATE pg_catalog."C",
    result text NOT NULL COLLATE pg_catalog."C",
    deal text NOT NULL COLLATE pg_catalog."C",
    company text NOT NULL COLLATE pg_catalog."C",
    cards_left bigint NOT NULL,
    won bigint NOT NULL,
    finished bigint NOT NULL,
    began_ms bigint NOT NULL,
    ended_ms bigint NOT NULL,
    counts bigint DEFAULT 1 NOT NULL
);
CREATE TABLE stos.held (
    party text NOT NULL COLLATE pg_catalog."C",
    code text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.nodes (
    fence bigint NOT NULL,
    beat timestamp with time zone NOT NULL
);
ALTER TABLE stos.nodes ALTER COLUMN fence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME stos.nodes_fence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE stos.people (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    account text COLLATE pg_catalog."C",
    pass text COLLATE pg_catalog."C",
    language text NOT NULL COLLATE pg_catalog."C",
    program bigint NOT NULL,
    muted bigint NOT NULL,
    banned bigint NOT NULL,
    made_ms bigint NOT NULL,
    seen_ms bigint NOT NULL
);
CREATE TABLE stos.person_facts (
    person bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.rated (
    game text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.rating_pairs (
    game text NOT NULL COLLATE pg_catalog."C",
    low text NOT NULL COLLATE pg_catalog."C",
    high text NOT NULL COLLATE pg_catalog."C",
    day bigint NOT NULL,
    results bigint NOT NULL
);
CREATE TABLE stos.ratings (
    game text NOT NULL COLLATE pg_catalog."C",
    season bigint NOT NULL,
    person bigint NOT NULL,
    bot text NOT NULL COLLATE pg_catalog."C",
    rating bigint NOT NULL,
    deviation bigint NOT NULL,
    volatility bigint NOT NULL,
    day bigint NOT NULL,
    information bigint NOT NULL,
    surprise bigint NOT NULL,
    games bigint NOT NULL,
    wins bigint NOT NULL,
    shown bigint NOT NULL,
    shown_deviation bigint NOT NULL
);
CREATE TABLE stos.records (
    game text NOT NULL COLLATE pg_catalog."C",
    record text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.sat (
    person bigint NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE stos.schema_version (
    version bigint NOT NULL
);
CREATE TABLE stos.tables (
    code text NOT NULL COLLATE pg_catalog."C",
    last bigint NOT NULL,
    is_over bigint NOT NULL,
    due_ms bigint NOT NULL,
    opened_ms bigint NOT NULL,
    changed_ms bigint NOT NULL,
    owner bigint DEFAULT 0 NOT NULL
);
CREATE TABLE stos.tokens (
    hash text NOT NULL COLLATE pg_catalog."C",
    person bigint NOT NULL,
    made_ms bigint NOT NULL,
    ended bigint DEFAULT 0 NOT NULL
);
INSERT INTO stos.acts OVERRIDING SYSTEM VALUE VALUES (1, 1795123514217, 1795123514218, 'admin page', 'ban', '33979711906e9d0d', 'rude', 'done');
INSERT INTO stos.events VALUES ('paredudo', 1, '1 1795123510209 open paredudo x25wubhqurk2ewv5lfkba62p52 5915443099162950689 text code 120 180 watchable,begin_when_full,rated facetoface(last=strict,start=lot)6723e955');
INSERT INTO stos.events VALUES ('paredudo', 2, '2 1795123510209 sit 0 5915443099162950689 person Ola75c427ea');
INSERT INTO stos.events VALUES ('paredudo', 3, '3 1795123510230 #5997f9d41edd9d1 sit 1 10444771490875702418 person Jan82ddc61e');
INSERT INTO stos.events VALUES ('paredudo', 4, '4 1795123510230 deal hhffavwqktffsa2q 699a0d42e4248fac7e32c22dc9f5c0a67b47e1ea2be8f7e78a610cf9b5bb7145 85ad77e88935fdd00d7d5cd5c2b331bf907caccc0330eec918a1df12b22a5dfe272c3c37');
INSERT INTO stos.events VALUES ('paredudo', 5, '5 1795123510232 #7656931ec4caf69b move 0 16@D7254279f');
INSERT INTO stos.events VALUES ('paredudo', 6, '6 1795123510242 #2642c1c21faea730 move 0 29@Ube373f9b');
INSERT INTO stos.events VALUES ('paredudo', 7, '7 1795123510244 #30a3fad83ef027ef move 0 46@U2e95e669');
INSERT INTO stos.events VALUES ('paredudo', 8, '8 1795123510244 #f17039d91d2d3aa7 move 0 11@Dab52215a');
INSERT INTO stos.events VALUES ('paredudo', 9, '9 1795123510250 #9b22322e4c89a0f0 move 0 47@U3b961a9b');
INSERT INTO stos.events VALUES ('paredudo', 10, '10 1795123510256 #27c5820663b4ca0e move 0 53@Ud1b57539');
INSERT INTO stos.events VALUES ('paredudo', 11, '11 1795123510258 #aa0bc007249d833c move 0 endce74f6c9');
INSERT INTO stos.events VALUES ('paredudo', 12, '12 1795123510287 #ddf6c225cb20d4ed move 1 15@D9d99108d');
INSERT INTO stos.events VALUES ('paredudo', 13, '13 1795123510288 #f575f1149d88ca48 move 1 48@oU3354660a');
INSERT INTO stos.events VALUES ('paredudo', 14, '14 1795123510289 #1e620d88901e7db5 move 1 11@U2cac026b');
INSERT INTO stos.events VALUES ('paredudo', 15, '15 1795123510290 #a655a0869a8f5d96 move 1 31@Uea3570fe');
INSERT INTO stos.events VALUES ('paredudo', 16, '16 1795123510294 #e6396bc12462a420 move 1 40@Ude512c76');
INSERT INTO stos.events VALUES ('paredudo', 17, '17 1795123510298 #90e5ff915d1cc37f move 1 endf4a22e93');
INSERT INTO stos.events VALUES ('paredudo', 18, '18 1795123510334 #c3b62f128eedf2c move 0 6@D034a7a05');
INSERT INTO stos.events VALUES ('paredudo', 19, '19 1795123510339 #41a747f2ac4dcc24 move 0 4@D68ff07e7');
INSERT INTO stos.events VALUES ('paredudo', 20, '20 1795123510340 #ba0312018068466a move 0 endf42aa6e7');
INSERT INTO stos.events VALUES ('paredudo', 21, '21 1795123510361 #b03f1a2ed6eb8ecc move 1 47@oD512816ec');
INSERT INTO stos.events VALUES ('paredudo', 22, '22 1795123510369 #c9589b10d2213c97 move 1 8@Dc33283ac');
INSERT INTO stos.events VALUES ('paredudo', 23, '23 1795123510375 #e8c864f5205e3c6b move 1 end23e923da');
INSERT INTO stos.events VALUES ('paredudo', 24, '24 1795123510397 #32d989a001f94eff move 0 56@oDf2c8ffce');
INSERT INTO stos.events VALUES ('paredudo', 25, '25 1795123510410 #5e5afabb7592bd56 move 0 40@Dff4027d0');
INSERT INTO stos.events VALUES ('paredudo', 26, '26 1795123510418 #9168ffaede520c0 move 0 end8f51df53');
INSERT INTO stos.events VALUES ('paredudo', 27, '27 1795123510441 #aa9afa0b3d8cb476 move 1 41@oU84e873be');
INSERT INTO stos.events VALUES ('paredudo', 28, '28 1795123510444 #6ae73ace1c76bbe0 move 1 37@D745123e8');
INSERT INTO stos.events VALUES ('paredudo', 29, '29 1795123510448 #991e6f629d16c885 move 1 58@U91130250');
INSERT INTO stos.events VALUES ('paredudo', 30, '30 1795123510450 #c9057291c738677 move 1 end3df1acbf');
INSERT INTO stos.events VALUES ('paredudo', 31, '31 1795123510487 #a91c29aebdf01653 move 0 37@oU0b2adb2b');
INSERT INTO stos.events VALUES ('paredudo', 32, '32 1795123510492 #de880eadb913f35d move 0 17@D2a675f69');
INSERT INTO stos.events VALUES ('paredudo', 33, '33 1795123510493 #bf541f10d2b1ed22 move 0 27@D1c1b2f5a');
INSERT INTO stos.events VALUES ('paredudo', 34, '34 1795123510496 #c889b886f57b1145 move 0 2@Dbe2d1c7b');
INSERT INTO stos.events VALUES ('paredudo', 35, '35 1795123510497 #fe285b2e6b112061 move 0 ende3e6ac7f');
INSERT INTO stos.events VALUES ('paredudo', 36, '36 1795123510518 #47c1d01175784e63 move 1 51@U0dd7e792');
INSERT INTO stos.events VALUES ('paredudo', 37, '37 1795123510545 #d0945754664c79e9 move 1 26@oUce9ac7ec');
INSERT INTO stos.events VALUES ('paredudo', 38, '38 1795123510550 #ca319a33aedbc5a1 move 1 23@Ddd25b9ce');
INSERT INTO stos.events VALUES ('paredudo', 39, '39 1795123510551 #e49e20d58a1b8b5c move 1 10@D7284b044');
INSERT INTO stos.events VALUES ('paredudo', 40, '40 1795123510560 #ab73f92894535a9e move 1 4@D597e9c5b');
INSERT INTO stos.events VALUES ('paredudo', 41, '41 1795123510561 #11ef511d5754df95 move 1 endf6f2daf2');
INSERT INTO stos.events VALUES ('paredudo', 42, '42 1795123510587 #7be21d2d5c39b946 move 0 10@oUd706d87a');
INSERT INTO stos.events VALUES ('paredudo', 43, '43 1795123510588 #43f78e9d3a3ea63e move 0 54@U7c79804e');
INSERT INTO stos.events VALUES ('paredudo', 44, '44 1795123510593 #9f9836a5c489c8c5 move 0 endf3920ce7');
INSERT INTO stos.events VALUES ('paredudo', 45, '45 1795123510615 #259f82759b04c807 move 1 28@oDc636b177');
INSERT INTO stos.events VALUES ('paredudo', 46, '46 1795123510617 #400c091367ec1dd6 move 1 54@Ua451db25');
INSERT INTO stos.events VALUES ('paredudo', 47, '47 1795123510625 #c9d772543d814ba7 move 1 end1ca4de23');
INSERT INTO stos.events VALUES ('paredudo', 48, '48 1795123510651 #e3866326530e5413 move 0 19@Dbd9403dd');
INSERT INTO stos.events VALUES ('paredudo', 49, '49 1795123510720 #ae1a7e248628d311 move 0 30@oUf8dacd09');
INSERT INTO stos.events VALUES ('paredudo', 50, '50 1795123510742 #4b6eb09beb0e567e move 0 12@D2888f31b');
INSERT INTO stos.events VALUES ('paredudo', 51, '51 1795123510806 #1b938135fe6d1ca1 move 0 22@D9bc50e54');
INSERT INTO stos.events VALUES ('paredudo', 52, '52 1795123510820 #9adff2aec359d61e move 0 21@D0f8b7cce');
INSERT INTO stos.events VALUES ('paredudo', 53, '53 1795123510912 #f264f1abd0df972b move 0 20@D99146e1d');
INSERT INTO stos.events VALUES ('paredudo', 54, '54 1795123510923 #50d39c1b3b018c31 move 0 end5f14701c');
INSERT INTO stos.events VALUES ('paredudo', 55, '55 1795123511028 #aebcfb52a4c1c04 move 1 49@U17c9d1b7');
INSERT INTO stos.events VALUES ('paredudo', 56, '56 1795123511098 #80eda8cee7e5a2b1 move 1 3@oU4958b7dd');
INSERT INTO stos.events VALUES ('paredudo', 57, '57 1795123511110 #9e884e0ddcc75f28 move 1 ende0836247');
INSERT INTO stos.events VALUES ('paredudo', 58, '58 1795123511134 #f532f4100340614a move 0 35@oU7922bec0');
INSERT INTO stos.events VALUES ('paredudo', 59, '59 1795123511135 #f9b41ebfc17cb2a2 move 0 13@D21514d1f');
INSERT INTO stos.events VALUES ('paredudo', 60, '60 1795123511136 #e245aabcb418a180 move 0 43@U398e19b8');
INSERT INTO stos.events VALUES ('paredudo', 61, '61 1795123511137 #d10c09cefd404eb3 move 0 50@Ud238dcee');
INSERT INTO stos.events VALUES ('paredudo', 62, '62 1795123511138 #ac1993982670aa51 move 0 enddda17988');
INSERT INTO stos.events VALUES ('paredudo', 63, '63 1795123511159 #d746fd6dfabcb711 move 1 25@oD2a0a1081');
INSERT INTO stos.events VALUES ('paredudo', 64, '64 1795123511161 #c0d41d1e89da0f44 move 1 52@Ufc1486b2');
INSERT INTO stos.events VALUES ('paredudo', 65, '65 1795123511162 #18e9401e6b75bc6c move 1 endde33da11');
INSERT INTO stos.events VALUES ('paredudo', 66, '66 1795123511183 #18aafa57b56e87ad move 0 38@oDb4d0295d');
INSERT INTO stos.events VALUES ('paredudo', 67, '67 1795123511185 #e57fa99c4fa9bb4a move 0 5@Da5f9ec92');
INSERT INTO stos.events VALUES ('paredudo', 68, '68 1795123511186 #56a80bd9f9e2e127 move 0 15@Dab8f1ba3');
INSERT INTO stos.events VALUES ('paredudo', 69, '69 1795123511187 #ce05909b748af16a move 0 end6748d775');
INSERT INTO stos.events VALUES ('paredudo', 70, '70 1795123511208 #54e16e6023c4400a move 1 14@oUf1b2cc40');
INSERT INTO stos.events VALUES ('paredudo', 71, '71 1795123511210 #7b43c9cbd492d57f move 1 35@D3303effa');
INSERT INTO stos.events VALUES ('paredudo', 72, '72 1795123511211 #5a7b05eafdffaf45 move 1 13@D049527cc');
INSERT INTO stos.events VALUES ('paredudo', 73, '73 1795123511211 #d0af9ca1a7041914 move 1 end0235396a');
INSERT INTO stos.events VALUES ('paredudo', 74, '74 1795123511233 #ef5e7887a98d4add move 0 41@oUcbe8e854');
INSERT INTO stos.events VALUES ('paredudo', 75, '75 1795123511235 #817ff3c9220874f9 move 0 33@Ua9f20911');
INSERT INTO stos.events VALUES ('paredudo', 76, '76 1795123511236 #c4f1f5b5e9500277 move 0 42@U43daf3eb');
INSERT INTO stos.events VALUES ('paredudo', 77, '77 1795123511236 #cd5c07709b0b00d9 move 0 55@U533b34f8');
INSERT INTO stos.events VALUES ('paredudo', 78, '78 1795123511237 #633917f739ba53b6 move 0 endcefae198');
INSERT INTO stos.events VALUES ('paredudo', 79, '79 1795123511258 #ffef5063661fac96 move 1 59@U50ac45be');
INSERT INTO stos.events VALUES ('paredudo', 80, '80 1795123511273 #f41c4d5a2815872f move 1 39@oUc947b7f5');
INSERT INTO stos.events VALUES ('paredudo', 81, '81 1795123511275 #6066703616242230 move 1 end1557136e');
INSERT INTO stos.events VALUES ('paredudo', 82, '82 1795123511311 #9cc0a5f7bb2dc486 move 0 28@oU6cf24ff3');
INSERT INTO stos.events VALUES ('paredudo', 83, '83 1795123511333 #8dc79947164c0f3e move 0 59@U1eaf541a');
INSERT INTO stos.events VALUES ('paredudo', 84, '84 1795123511335 #e9684142c0747a06 move 0 end44a085e9');
INSERT INTO stos.events VALUES ('paredudo', 85, '85 1795123511360 #96ad5939390285ec move 1 55@oUf3ffdd7a');
INSERT INTO stos.events VALUES ('paredudo', 86, '86 1795123511498 #cf3953956a42f053 move 1 18@U7cdf83c1');
INSERT INTO stos.events VALUES ('paredudo', 87, '87 1795123511584 #8a19084eea06fbb move 1 24@U5798ab2c');
INSERT INTO stos.events VALUES ('paredudo', 88, '88 1795123511658 #7fcf0946ea4cbd31 move 1 53@Ub413a5b0');
INSERT INTO stos.events VALUES ('paredudo', 89, '89 1795123511757 #4c6a98475490c4ad move 1 ende2c7dfe2');
INSERT INTO stos.events VALUES ('paredudo', 90, '90 1795123511958 #43387d9dbe04613d move 0 31@oU642d96e3');
INSERT INTO stos.events VALUES ('paredudo', 91, '91 1795123511998 #ed288b3f36fd09c9 move 0 3@Dead3bde5');
INSERT INTO stos.events VALUES ('paredudo', 92, '92 1795123512098 #18a9fc508a865630 move 0 endd63e9a4b');
INSERT INTO stos.events VALUES ('paredudo', 93, '93 1795123512210 #4b1a42201acb64ad move 1 50@Uc1e383e0');
INSERT INTO stos.events VALUES ('paredudo', 94, '94 1795123512290 #4eaed9449a948005 move 1 27@oU3f90ac0c');
INSERT INTO stos.events VALUES ('paredudo', 95, '95 1795123512364 #a086150452357ea7 move 1 56@U8f5466cc');
INSERT INTO stos.events VALUES ('paredudo', 96, '96 1795123512430 #303ce88ec9433a62 move 1 end7d2273f0');
INSERT INTO stos.events VALUES ('paredudo', 97, '97 1795123512502 #bd09544bd54eabdc move 0 39@oUe2f6fcdb');
INSERT INTO stos.events VALUES ('paredudo', 98, '98 1795123512505 #3c6015c2e7e84c54 move 0 49@Udb83044c');
INSERT INTO stos.events VALUES ('paredudo', 99, '99 1795123512508 #24f1a1c7b9cf8173 move 0 end67077048');
INSERT INTO stos.events VALUES ('paredudo', 100, '100 1795123512534 #10cd1eb3fd05b3d8 move 1 32@oDb18c3649');
INSERT INTO stos.events VALUES ('paredudo', 101, '101 1795123512541 #b28835fead2592 move 1 5@D77254866');
INSERT INTO stos.events VALUES ('paredudo', 102, '102 1795123512542 #dfe9c450e59a6bb2 move 1 end61eaf873');
INSERT INTO stos.events VALUES ('paredudo', 103, '103 1795123512567 #dbeeea43f1d40eb7 move 0 14@D084ee8b0');
INSERT INTO stos.events VALUES ('paredudo', 104, '104 1795123512571 #3373e946c76a79a3 move 0 23@oDe42a6644');
INSERT INTO stos.events VALUES ('paredudo', 105, '105 1795123512574 #389f1d406ee30585 move 0 endcf864366');
INSERT INTO stos.events VALUES ('paredudo', 106, '106 1795123512595 #5b3e3dbb560a5943 move 1 30@oUb3a824b4');
INSERT INTO stos.events VALUES ('paredudo', 107, '107 1795123512596 #ceb0257ac6866bf1 move 1 33@D7b6d490f');
INSERT INTO stos.events VALUES ('paredudo', 108, '108 1795123512597 #d84468417fb56294 move 1 43@D8a2086dd');
INSERT INTO stos.events VALUES ('paredudo', 109, '109 1795123512600 #c4341ee81f74bf1f move 1 19@Dd31c7e73');
INSERT INTO stos.events VALUES ('paredudo', 110, '110 1795123512602 #e19a327ca3a7be06 move 1 endc45fce26');
INSERT INTO stos.events VALUES ('paredudo', 111, '111 1795123512648 #687a4ca57474c802 move 0 34@oD0b013767');
INSERT INTO stos.events VALUES ('paredudo', 112, '112 1795123512656 #1143d6866c93e440 move 0 24@D6abdd2ac');
INSERT INTO stos.events VALUES ('paredudo', 113, '113 1795123512658 #ed283b74da9caae1 move 0 32@U1fb3c7f7');
INSERT INTO stos.events VALUES ('paredudo', 114, '114 1795123512666 #8eb991024ff496f8 move 0 44@U29ec1d59');
INSERT INTO stos.events VALUES ('paredudo', 115, '115 1795123512670 #ea5a390f1e2c018c move 0 endbc418e82');
INSERT INTO stos.events VALUES ('paredudo', 116, '116 1795123512698 #52a98347357f06fd move 1 42@oU1ccca50c');
INSERT INTO stos.events VALUES ('paredudo', 117, '117 1795123512740 #a1d27becd0def2fb move 1 44@D2df48291');
INSERT INTO stos.events VALUES ('paredudo', 118, '118 1795123512745 #654cdb4972ccdda8 move 1 16@D5205be98');
INSERT INTO stos.events VALUES ('paredudo', 119, '119 1795123512751 #5e74cad83c3d4a0c move 1 9@D591868e0');
INSERT INTO stos.events VALUES ('paredudo', 120, '120 1795123512766 #7f3d8eb949ec4dc0 move 1 ende3cb4ebc');
INSERT INTO stos.events VALUES ('paredudo', 121, '121 1795123512793 #59be7ce1af7d6020 move 0 58@U36c17a2f');
INSERT INTO stos.events VALUES ('paredudo', 122, '122 1795123512807 #eda4660a48c94b19 move 0 26@oUbdb61952');
INSERT INTO stos.events VALUES ('paredudo', 123, '123 1795123512823 #dcc4ecfb66d7a531 move 0 48@U12e2fe11');
INSERT INTO stos.events VALUES ('paredudo', 124, '124 1795123512849 #a75907fb1266a813 move 0 endf412f7b5');
INSERT INTO stos.events VALUES ('paredudo', 125, '125 1795123512884 #cff82f2ddb3f47d1 move 1 29@U87a8b756');
INSERT INTO stos.events VALUES ('paredudo', 126, '126 1795123512908 #ea64b5cf07b41605 move 1 6@D8f9d4b8c');
INSERT INTO stos.events VALUES ('paredudo', 127, '127 1795123512915 #98ee2ad536e98d29 move 1 end284514c7');
INSERT INTO stos.events VALUES ('paredudo', 128, '128 1795123512946 #14fa0000b1695d9f move 0 7@oUe04d177f');
INSERT INTO stos.events VALUES ('paredudo', 129, '129 1795123512950 #1a7350399bf76b8 move 0 18@Da0d07061');
INSERT INTO stos.events VALUES ('paredudo', 130, '130 1795123512963 #7204042c667d3b45 move 0 end9a1d3b09');
INSERT INTO stos.events VALUES ('paredudo', 131, '131 1795123513000 #ee028988f405775d move 1 20@U10efe009');
INSERT INTO stos.events VALUES ('paredudo', 132, '132 1795123513007 #fe849c433f560cae move 1 46@Ufa7b9636');
INSERT INTO stos.events VALUES ('paredudo', 133, '133 1795123513019 #be4fdbedbac914f1 move 1 17@oUd1d30b5e');
INSERT INTO stos.events VALUES ('paredudo', 134, '134 1795123513041 #dcc5aa2367522c4e move 1 57@Ucccb3be0');
INSERT INTO stos.events VALUES ('paredudo', 135, '135 1795123513065 #aa57d7c32094c72e move 1 end8e3f81a2');
INSERT INTO stos.events VALUES ('paredudo', 136, '136 1795123513114 #a76fe92a75e00c4f move 0 25@Uf1cd7eb0');
INSERT INTO stos.events VALUES ('paredudo', 137, '137 1795123513129 #16a763b3cdfaea73 move 0 8@oU02663ba1');
INSERT INTO stos.events VALUES ('paredudo', 138, '138 1795123513141 #b576061330f4ef27 move 0 51@Ub3e27ab3');
INSERT INTO stos.events VALUES ('paredudo', 139, '139 1795123513144 #af5dd05d85734401 move 0 52@U8212b7ff');
INSERT INTO stos.events VALUES ('paredudo', 140, '140 1795123513146 #6e2cf5b1af9e718 move 0 endaa38b3b0');
INSERT INTO stos.events VALUES ('paredudo', 141, '141 1795123513167 #921b2f97169d4de move 1 38@oD9194536c');
INSERT INTO stos.events VALUES ('paredudo', 142, '142 1795123513177 #2300c73b22e2344d move 1 2@D924604a8');
INSERT INTO stos.events VALUES ('paredudo', 143, '143 1795123513180 #159623e097250de4 move 1 end11da4377');
INSERT INTO stos.events VALUES ('paredudo', 144, '144 1795123513204 #d9ec51ae98f91296 move 0 45@oDce29f2cc');
INSERT INTO stos.events VALUES ('paredudo', 145, '145 1795123513210 #f5836a7d51c7ff2 move 0 57@U5d37d593');
INSERT INTO stos.events VALUES ('paredudo', 146, '146 1795123513236 #4c34c0b19187648d move 0 9@D49e3f6eb');
INSERT INTO stos.events VALUES ('paredudo', 147, '147 1795123513263 #e7ebf3bcf5cd0dd3 move 0 end2ff6f584');
INSERT INTO stos.events VALUES ('paredudo', 148, '148 1795123513290 #89080ba716dfc370 move 1 12@Dcdc49845');
INSERT INTO stos.events VALUES ('paredudo', 149, '149 1795123513292 #3ab0022a4e7025df move 1 21@oU5fc817b2');
INSERT INTO stos.events VALUES ('paredudo', 150, '150 1795123513293 #de73de8481150b4b move 1 22@D81929b1e');
INSERT INTO stos.events VALUES ('paredudo', 151, '151 1795123513293 #f0ed1cb930c3a1c4 move 1 7@D2b979015');
INSERT INTO stos.events VALUES ('paredudo', 152, '152 1795123513294 #45740922b6afbd72 move 1 enda87e7f6f');
INSERT INTO stos.events VALUES ('paredudo', 153, '153 1795123513294 over - 85ad77e88935fdd00d7d5cd5c2b331bf907caccc0330eec918a1df12b22a5dfe winner 1a34e2ebf');
INSERT INTO stos.events VALUES ('nezetufi', 1, '1 1795123513305 open nezetufi kb25hnk63vzavnlwt66uy4qsg5 5915443099162950689 text code 0 0 takeback,odds,memory,watchable thegame(players=2,min=2,hand=full,fire=off,start=0)806653c9');
INSERT INTO stos.events VALUES ('nezetufi', 2, '2 1795123513305 sit 0 5915443099162950689 person Olabd81fd69');
INSERT INTO stos.events VALUES ('nezetufi', 3, '3 1795123513305 bot 1 novicefddefc1f');
INSERT INTO stos.events VALUES ('nezetufi', 4, '4 1795123513305 deal hvifv5xnmd6pfbn4 105b200fad3271310252efa737ec3b944504d17d99b61d546c5f7d0ad2a73843 3370398c5bd0f16e7653d72f8c9e0937f36efdc0556e2f6be6c4e38f77071dc073d61eb8');
INSERT INTO stos.events VALUES ('nezetufi', 5, '5 1795123513307 #686a6c557af90a7f move 0 47@D1883c23dd');
INSERT INTO stos.events VALUES ('nezetufi', 6, '6 1795123513308 #31b0e0c3ee531764 move 0 15@D2171ddb81');
INSERT INTO stos.events VALUES ('nezetufi', 7, '7 1795123513309 #af6aa2c237fc7e46 move 0 52@U2641c160d');
INSERT INTO stos.events VALUES ('nezetufi', 8, '8 1795123513309 #a7af794211fe15e4 move 0 87@U2e74760b7');
INSERT INTO stos.events VALUES ('nezetufi', 9, '9 1795123513314 #350214925ca80ab move 0 80@U10bcc0f7d');
INSERT INTO stos.events VALUES ('nezetufi', 10, '10 1795123513322 #68db3d31fc9b15ae move 0 ende3ef8b49');
INSERT INTO stos.events VALUES ('nezetufi', 11, '11 1795123513330 move 1 46@D1aea4dea9');
INSERT INTO stos.events VALUES ('nezetufi', 12, '12 1795123513332 move 1 56@D1635c0de0');
INSERT INTO stos.events VALUES ('nezetufi', 13, '13 1795123513354 move 1 ende81a4d66');
INSERT INTO stos.events VALUES ('nezetufi', 14, '14 1795123513358 #6bb499584f33d0a8 move 0 30@D17823ea25');
INSERT INTO stos.events VALUES ('nezetufi', 15, '15 1795123513369 #ffe47c44b862790b move 0 19@D1388284f7');
INSERT INTO stos.events VALUES ('nezetufi', 16, '16 1795123513374 #77420107455558b1 move 0 91@U21c45e1aa');
INSERT INTO stos.events VALUES ('nezetufi', 17, '17 1795123513376 #790f9f650ee2411a move 0 end366832e8');
INSERT INTO stos.events VALUES ('nezetufi', 18, '18 1795123513377 move 1 14@D2cf37bce7');
INSERT INTO stos.events VALUES ('nezetufi', 19, '19 1795123513377 move 1 99@U251a61927');
INSERT INTO stos.events VALUES ('nezetufi', 20, '20 1795123513378 move 1 end2d263be3');
INSERT INTO stos.events VALUES ('nezetufi', 21, '21 1795123513380 #bd7fe69a8984985c move 0 12@D299743487');
INSERT INTO stos.events VALUES ('nezetufi', 22, '22 1795123513381 #747d2f1e51350111 move 0 96@U1d86b11e5');
INSERT INTO stos.events VALUES ('nezetufi', 23, '23 1795123513386 #87cffa1e4b71282a move 0 end4fc06aa7');
INSERT INTO stos.events VALUES ('nezetufi', 24, '24 1795123513386 over - 3370398c5bd0f16e7653d72f8c9e0937f36efdc0556e2f6be6c4e38f77071dc0 left 84273ff572');
INSERT INTO stos.events VALUES ('jefotaha', 1, '1 1795123513388 open jefotaha 4e2vedikddujnp3w7dyxqlggmo 5915443099162950689 text code 0 0 takeback,odds,memory,watchable lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)a0d58940');
INSERT INTO stos.events VALUES ('jefotaha', 2, '2 1795123513388 sit 0 5915443099162950689 person Olacaa724c6');
INSERT INTO stos.events VALUES ('jefotaha', 3, '3 1795123513388 bot 1 novicebb605bc3');
INSERT INTO stos.events VALUES ('jefotaha', 4, '4 1795123513388 deal gsel733m3zj7sxna f6b84ab247088d8dcf16a9b329e2bf438d0f03aeb6303f150344c2bb1bf88150 3dbf918bb6b55751ad9c965f65dde33298ea39018a752bd679bfde6d7c1448248556a21c');
INSERT INTO stos.events VALUES ('jefotaha', 5, '5 1795123513390 move 1 show 157452e0f');
INSERT INTO stos.events VALUES ('jefotaha', 6, '6 1795123513391 #190f44c5b88be1c0 move 0 show 3948d5828');
INSERT INTO stos.events VALUES ('jefotaha', 7, '7 1795123513394 #7dcedd39f61633c2 move 0 1x60510af51');
INSERT INTO stos.events VALUES ('jefotaha', 8, '8 1795123513395 move 1 call48733745');
INSERT INTO stos.events VALUES ('jefotaha', 9, '9 1795123513396 move 1 show 259a4e9f8');
INSERT INTO stos.events VALUES ('jefotaha', 10, '10 1795123513398 #222e353914ea86cd move 0 show 5 40672939d');
INSERT INTO stos.events VALUES ('jefotaha', 11, '11 1795123513400 move 1 1x28b534a97');
INSERT INTO stos.events VALUES ('jefotaha', 12, '12 1795123513402 #832206273e8c59cd move 0 3x56410ed36');
INSERT INTO stos.events VALUES ('jefotaha', 13, '13 1795123513403 move 1 callb63e2403');
INSERT INTO stos.events VALUES ('jefotaha', 14, '14 1795123513403 move 1 show 4a4345b79');
INSERT INTO stos.events VALUES ('jefotaha', 15, '15 1795123513404 #499a7821a635a8d0 move 0 show 1 6 6a75d2f8a');
INSERT INTO stos.events VALUES ('jefotaha', 16, '16 1795123513404 move 1 1x3d5f733e5');
INSERT INTO stos.events VALUES ('jefotaha', 17, '17 1795123513405 #fe919be26a78c3b1 move 0 call870bb459');
INSERT INTO stos.events VALUES ('jefotaha', 18, '18 1795123513407 move 1 show 3 64e2e529c');
INSERT INTO stos.events VALUES ('jefotaha', 19, '19 1795123513409 #9039a6a3682e527d move 0 show 1 1 28b44e46b');
INSERT INTO stos.events VALUES ('jefotaha', 20, '20 1795123513410 #f2067bbfdb5ee97d move 0 5x5c0532f4c');
INSERT INTO stos.events VALUES ('jefotaha', 21, '21 1795123513411 move 1 callff42bef8');
INSERT INTO stos.events VALUES ('jefotaha', 22, '22 1795123513413 #10aabdeb37dfd739 move 0 show 3 4 5 532528ea4');
INSERT INTO stos.events VALUES ('jefotaha', 23, '23 1795123513414 move 1 show 2 4a9148114');
INSERT INTO stos.events VALUES ('jefotaha', 24, '24 1795123513415 move 1 1x2c0b36765');
INSERT INTO stos.events VALUES ('jefotaha', 25, '25 1795123513416 #5a4300f7f7f4dc50 move 0 2x30191c513');
INSERT INTO stos.events VALUES ('jefotaha', 26, '26 1795123513417 move 1 call38508e9b');
INSERT INTO stos.events VALUES ('jefotaha', 27, '27 1795123513417 move 1 show 1 2b83d2660');
INSERT INTO stos.events VALUES ('jefotaha', 28, '28 1795123513419 #71a8cef52880866b move 0 show 1 3 4 6 432cf6913');
INSERT INTO stos.events VALUES ('jefotaha', 29, '29 1795123513425 move 1 1x1e66539b3');
INSERT INTO stos.events VALUES ('jefotaha', 30, '30 1795123513425 #e6b7ba5a0fce0112 move 0 6x33de7c64f');
INSERT INTO stos.events VALUES ('jefotaha', 31, '31 1795123513426 move 1 callf10288b7');
INSERT INTO stos.events VALUES ('jefotaha', 32, '32 1795123513426 over - 3dbf918bb6b55751ad9c965f65dde33298ea39018a752bd679bfde6d7c144824 winner 16936a526');
INSERT INTO stos.events VALUES ('hufezeze', 1, '1 1795123513427 open hufezeze fxsmkezb5nodjgjqrw3rlaovga 5915443099162950689 text code 0 0 takeback,odds,memory,watchable series bamoteki 2 thegame(players=2,min=2,hand=full,fire=off,start=0)4ce5b56d');
INSERT INTO stos.events VALUES ('hufezeze', 2, '2 1795123513427 sit 0 5915443099162950689 person Ola1679d912');
INSERT INTO stos.events VALUES ('hufezeze', 3, '3 1795123513427 bot 1 novice8fad37fc');
INSERT INTO stos.events VALUES ('hufezeze', 4, '4 1795123513427 deal cnzyywlurndr52gy 60a7344cee6f29af1f1ce8555d7cb370b5ec5a804d54353feebca787445d37f5 91aebd8dc97664e5256b71845c8b478bd6a961b476d1a6f14af8b1318f9dfcf36604393f');
INSERT INTO stos.events VALUES ('pehotoho', 1, '1 1795123513428 open pehotoho 4tcu2lkujde4uvfmzezypz4can 10444771490875702418 text code 0 0 takeback,odds,memory,watchable series bamoteki 2 thegame(players=2,min=2,hand=full,fire=off,start=0)f0c12a28');
INSERT INTO stos.events VALUES ('pehotoho', 2, '2 1795123513428 sit 0 10444771490875702418 person Jan7a28979e');
INSERT INTO stos.events VALUES ('pehotoho', 3, '3 1795123513428 bot 1 novice70b8a8ff');
INSERT INTO stos.events VALUES ('pehotoho', 4, '4 1795123513428 deal ves3s36agvqxeyjr 60a7344cee6f29af1f1ce8555d7cb370b5ec5a804d54353feebca787445d37f5 91aebd8dc97664e5256b71845c8b478bd6a961b476d1a6f14af8b1318f9dfcf365d1b8de');
INSERT INTO stos.events VALUES ('hufezeze', 5, '5 1795123513430 #6a83bdce4d9ebbfd move 0 51@U23d59d225');
INSERT INTO stos.events VALUES ('hufezeze', 6, '6 1795123513431 #d60258fa8f9a10db move 0 22@U1aa52db25');
INSERT INTO stos.events VALUES ('hufezeze', 7, '7 1795123513431 #53e3614e1fcd5eb4 move 0 99@D290ccacfe');
INSERT INTO stos.events VALUES ('hufezeze', 8, '8 1795123513432 #a29b82c3f6a104fc move 0 52@D1e95e2c03');
INSERT INTO stos.events VALUES ('hufezeze', 9, '9 1795123513434 #3e5567770ce6ab19 move 0 76@U1eb64762c');
INSERT INTO stos.events VALUES ('hufezeze', 10, '10 1795123513434 #b0bdb24087d5f121 move 0 endf1890d6f');
INSERT INTO stos.events VALUES ('hufezeze', 11, '11 1795123513435 move 1 96@D27d30ab1e');
INSERT INTO stos.events VALUES ('hufezeze', 12, '12 1795123513435 move 1 81@U106a1f6e9');
INSERT INTO stos.events VALUES ('hufezeze', 13, '13 1795123513442 move 1 end791edd69');
INSERT INTO stos.events VALUES ('hufezeze', 14, '14 1795123513443 #3c64304346dd6f61 move 0 47@D1b6aff019');
INSERT INTO stos.events VALUES ('hufezeze', 15, '15 1795123513444 #e9745336c76e3c03 move 0 13@D1fbe6bc77');
INSERT INTO stos.events VALUES ('hufezeze', 16, '16 1795123513444 #c6e725a1e52febec move 0 35@D2a8011e7b');
INSERT INTO stos.events VALUES ('hufezeze', 17, '17 1795123513446 #b1cd3f5cba5dcfa4 move 0 31@D243f1cda6');
INSERT INTO stos.events VALUES ('hufezeze', 18, '18 1795123513447 #fb3233b12d9c121f move 0 83@U234bff787');
INSERT INTO stos.events VALUES ('hufezeze', 19, '19 1795123513449 #550bc064437d2b74 move 0 end69dea265');
INSERT INTO stos.events VALUES ('hufezeze', 20, '20 1795123513450 move 1 85@U2c420c2d0');
INSERT INTO stos.events VALUES ('hufezeze', 21, '21 1795123513450 move 1 90@U2c1cc0e9e');
INSERT INTO stos.events VALUES ('hufezeze', 22, '22 1795123513451 move 1 enda039a174');
INSERT INTO stos.events VALUES ('hufezeze', 23, '23 1795123513452 #f566c954927d752e move 0 93@U122d069b5');
INSERT INTO stos.events VALUES ('hufezeze', 24, '24 1795123513452 #7317e55ea3eb7375 move 0 2@D2a795dee4');
INSERT INTO stos.events VALUES ('hufezeze', 25, '25 1795123513453 #d4b7644e84e882b4 move 0 end7b8bf165');
INSERT INTO stos.events VALUES ('hufezeze', 26, '26 1795123513454 move 1 97@U1f00081e2');
INSERT INTO stos.events VALUES ('hufezeze', 27, '27 1795123513454 move 1 9@D12d99305e');
INSERT INTO stos.events VALUES ('hufezeze', 28, '28 1795123513455 move 1 end8b8f8b32');
INSERT INTO stos.events VALUES ('hufezeze', 29, '29 1795123513456 #8bc45f7b93f2225 move 0 7@D1d192e445');
INSERT INTO stos.events VALUES ('hufezeze', 30, '30 1795123513456 over - 91aebd8dc97664e5256b71845c8b478bd6a961b476d1a6f14af8b1318f9dfcf3 left 79e43285ad');
INSERT INTO stos.events VALUES ('tuguzojo', 1, '1 1795123513457 open tuguzojo c622l6uceuag3ka7cfxmc4qcvj 5716764860993318004 text code 0 0 takeback,odds,memory,watchable thegame(players=2,min=2,hand=full,fire=off,start=0)39f9af70');
INSERT INTO stos.events VALUES ('tuguzojo', 2, '2 1795123513457 sit 0 5716764860993318004 person Eva30aa952f');
INSERT INTO stos.events VALUES ('tuguzojo', 3, '3 1795123513458 #126000b11d84f9df sit 1 5915443099162950689 person Ola177251ac');
INSERT INTO stos.events VALUES ('tuguzojo', 4, '4 1795123513459 #8d338cef44e61045 deal od4fsgg5vzawouir c5d7ed80a2cc27f07f50f091c2fae0df537065efe0ad3b8e1d8b96c755fa7ef9 93e34d8e2b18cda522310891766d642c597547c7be42359d1614a69f4cbd18620bfa41d3');
INSERT INTO stos.events VALUES ('tuguzojo', 5, '5 1795123513460 #2080ae2ee0e56bed move 0 5@U16e7992c0');
INSERT INTO stos.events VALUES ('tuguzojo', 6, '6 1795123513461 #9e440e31fb67dfa move 0 14@U12832f9b4');
INSERT INTO stos.events VALUES ('tuguzojo', 7, '7 1795123513462 #30e371f0d7e2b7cc move 0 30@U13c344b28');
INSERT INTO stos.events VALUES ('tuguzojo', 8, '8 1795123513463 #933f3b59b10f3c11 say 1 hello from the old version6b46aabd');
INSERT INTO stos.events VALUES ('jomorita', 1, '1 1795123513463 open jomorita kquwwn5fa6fgu74zagljltaj3z 10444771490875702418 text link 0 0 takeback,odds,memory,watchable lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)7d2e70cf');
INSERT INTO stos.events VALUES ('jomorita', 2, '2 1795123513463 sit 0 10444771490875702418 person Jan8600469f');
INSERT INTO stos.events VALUES ('bobogobo', 1, '1 1795123513474 open bobogobo 4hwot5zvbxuor5n7ljoiyjpy5m 3717606119111040269 text code 0 0 takeback,odds,memory,watchable facetoface(last=strict,start=lot)cea3e1c2');
INSERT INTO stos.events VALUES ('bobogobo', 2, '2 1795123513474 sit 0 3717606119111040269 person Bada8d353db');
INSERT INTO stos.facts VALUES ('secret', '9ac0d7c19081dc75ff6dcd170c52bc623e3cb4585eeb9a7db89074ab8250befb');
INSERT INTO stos.facts VALUES ('alike:37ca319bef08e6ad72b91b9293478f53', '5217e02846a4bc21');
INSERT INTO stos.facts VALUES ('alike:c933264a1df1991eb6813bb312ac98a2', '90f3485509c5fc92');
INSERT INTO stos.facts VALUES ('act:ban:33979711906e9d0d', '9223372036854775807');
INSERT INTO stos.facts VALUES ('alive', '1795123514876');
INSERT INTO stos.game_seats VALUES ('hhffavwqktffsa2q', 0, 5915443099162950689, 'Ola', '', 0);
INSERT INTO stos.game_seats VALUES ('hhffavwqktffsa2q', 1, -8001972582833849198, 'Jan', '', 1);
INSERT INTO stos.game_seats VALUES ('hvifv5xnmd6pfbn4', 0, 5915443099162950689, 'Ola', '', 0);
INSERT INTO stos.game_seats VALUES ('hvifv5xnmd6pfbn4', 1, 0, '', 'novice', 0);
INSERT INTO stos.game_seats VALUES ('gsel733m3zj7sxna', 0, 5915443099162950689, 'Ola', '', 0);
INSERT INTO stos.game_seats VALUES ('gsel733m3zj7sxna', 1, 0, '', 'novice', 1);
INSERT INTO stos.game_seats VALUES ('cnzyywlurndr52gy', 0, 5915443099162950689, 'Ola', '', 0);
INSERT INTO stos.game_seats VALUES ('cnzyywlurndr52gy', 1, 0, '', 'novice', 0);
INSERT INTO stos.games VALUES ('hhffavwqktffsa2q', 'paredudo', 'facetoface(last=strict,start=lot)', 'winner 1', '699a0d42e4248fac7e32c22dc9f5c0a67b47e1ea2be8f7e78a610cf9b5bb7145', '55ea75b555293aa9e1b76b64fd7b216372638cac0c515ca6d491ea91d8d5e8ab', -1, 0, 1, 1795123510230, 1795123513294, 1);
INSERT INTO stos.games VALUES ('hvifv5xnmd6pfbn4', 'nezetufi', 'thegame(players=2,min=2,hand=full,fire=off,start=0)', 'left 84', '105b200fad3271310252efa737ec3b944504d17d99b61d546c5f7d0ad2a73843', '535a49eb2e797e1a2e1afc10887f3cc48b2b18fc680320b89c57d867cc2aa452', 84, 0, 1, 1795123513305, 1795123513386, 1);
INSERT INTO stos.games VALUES ('gsel733m3zj7sxna', 'jefotaha', 'lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)', 'winner 1', 'f6b84ab247088d8dcf16a9b329e2bf438d0f03aeb6303f150344c2bb1bf88150', '535a49eb2e797e1a2e1afc10887f3cc48b2b18fc680320b89c57d867cc2aa452', -1, 0, 1, 1795123513388, 1795123513426, 1);
INSERT INTO stos.games VALUES ('cnzyywlurndr52gy', 'hufezeze', 'thegame(players=2,min=2,hand=full,fire=off,start=0)', 'left 79', '60a7344cee6f29af1f1ce8555d7cb370b5ec5a804d54353feebca787445d37f5', '535a49eb2e797e1a2e1afc10887f3cc48b2b18fc680320b89c57d867cc2aa452', 79, 0, 1, 1795123513427, 1795123513456, 1);
INSERT INTO stos.held VALUES ('person:90f3485509c5fc92', 'pehotoho');
INSERT INTO stos.held VALUES ('person:4f56075a33f12c74', 'tuguzojo');
INSERT INTO stos.held VALUES ('person:90f3485509c5fc92', 'jomorita');
INSERT INTO stos.held VALUES ('person:33979711906e9d0d', 'bobogobo');
INSERT INTO stos.people VALUES (5915443099162950689, 'Ola', 'ola', '$argon2id$v=19$m=65536,t=2,p=1$FHZOwVio1MLzd2Ohig+8vw$9sgg7nQX4v4XsmhKoORiErqSfVwM3df0yzS1w/PRruk', 'en', 0, 0, 0, 1795123508988, 1795123508988);
INSERT INTO stos.people VALUES (-8001972582833849198, 'Jan', 'jan', '$argon2id$v=19$m=65536,t=2,p=1$WL6Cq5vQAVFFoIVoxCWXQw$LyzcOYfEZHKh212uCOKw/qQlArBx7q1/Vd2n/n3xnhM', 'en', 0, 0, 0, 1795123509622, 1795123509622);
INSERT INTO stos.people VALUES (5716764860993318004, 'Eva', NULL, NULL, 'en', 0, 0, 0, 1795123513457, 1795123513457);
INSERT INTO stos.people VALUES (3717606119111040269, 'Bad', NULL, NULL, 'en', 0, 0, 1, 1795123513474, 1795123513474);
INSERT INTO stos.person_facts VALUES (-8001972582833849198, 'invited:5217e02846a4bc21', '1795123513467');
INSERT INTO stos.person_facts VALUES (5915443099162950689, 'invitation:jomorita-90f3485509c5fc92', '{"at":1795123513467,"by":"Jan","rules":"lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)","key":"kquwwn5fa6fgu74zagljltaj3z"}');
INSERT INTO stos.person_facts VALUES (5915443099162950689, 'favourite:90f3485509c5fc92', 'Jan');
INSERT INTO stos.person_facts VALUES (-8001972582833849198, 'block:33979711906e9d0d', 'Bad');
INSERT INTO stos.person_facts VALUES (5915443099162950689, 'recovery', 'c00f3d07f6a55cbaaaa1defb10a0c877b6fd70ae675609bce9f272f08064912a');
INSERT INTO stos.rated VALUES ('hhffavwqktffsa2q');
INSERT INTO stos.rating_pairs VALUES ('facetoface', '5217e02846a4bc21', '90f3485509c5fc92', 20776, 1);
INSERT INTO stos.ratings VALUES ('facetoface', 8107, 5915443099162950689, '', 150000, 35000, 60000, 20776, 111913470, -334534706, 1, 0, 133769, 29032);
INSERT INTO stos.ratings VALUES ('facetoface', 8107, -8001972582833849198, '', 150000, 35000, 60000, 20776, 111913470, 334534706, 1, 1, 166231, 29032);
INSERT INTO stos.records VALUES ('hhffavwqktffsa2q', 'stos record 1
rules: facetoface(last=strict,start=lot)
seed: 85ad77e88935fdd00d7d5cd5c2b331bf907caccc0330eec918a1df12b22a5dfe
player 0: Ola
player 1: Jan
0: 16@D, 29@U, 46@U, 11@D, 47@U, 53@U, end
1: 15@D, 48@oU, 11@U, 31@U, 40@U, end
0: 6@D, 4@D, end
1: 47@oD, 8@D, end
0: 56@oD, 40@D, end
1: 41@oU, 37@D, 58@U, end
0: 37@oU, 17@D, 27@D, 2@D, end
1: 51@U, 26@oU, 23@D, 10@D, 4@D, end
0: 10@oU, 54@U, end
1: 28@oD, 54@U, end
0: 19@D, 30@oU, 12@D, 22@D, 21@D, 20@D, end
1: 49@U, 3@oU, end
0: 35@oU, 13@D, 43@U, 50@U, end
1: 25@oD, 52@U, end
0: 38@oD, 5@D, 15@D, end
1: 14@oU, 35@D, 13@D, end
0: 41@oU, 33@U, 42@U, 55@U, end
1: 59@U, 39@oU, end
0: 28@oU, 59@U, end
1: 55@oU, 18@U, 24@U, 53@U, end
0: 31@oU, 3@D, end
1: 50@U, 27@oU, 56@U, end
0: 39@oU, 49@U, end
1: 32@oD, 5@D, end
0: 14@D, 23@oD, end
1: 30@oU, 33@D, 43@D, 19@D, end
0: 34@oD, 24@D, 32@U, 44@U, end
1: 42@oU, 44@D, 16@D, 9@D, end
0: 58@U, 26@oU, 48@U, end
1: 29@U, 6@D, end
0: 7@oU, 18@D, end
1: 20@U, 46@U, 17@oU, 57@U, end
0: 25@U, 8@oU, 51@U, 52@U, end
1: 38@oD, 2@D, end
0: 45@oD, 57@U, 9@D, end
1: 12@D, 21@oU, 22@D, 7@D, end
result: winner 1
');
INSERT INTO stos.records VALUES ('hvifv5xnmd6pfbn4', 'stos record 1
rules: thegame(players=2,min=2,hand=full,fire=off,start=0)
seed: 3370398c5bd0f16e7653d72f8c9e0937f36efdc0556e2f6be6c4e38f77071dc0
player 0: Ola
player 1: novice (bot)
0: 47@D1, 15@D2, 52@U2, 87@U2, 80@U1, end
1: 46@D1, 56@D1, end
0: 30@D1, 19@D1, 91@U2, end
1: 14@D2, 99@U2, end
0: 12@D2, 96@U1, end
result: left 84
');
INSERT INTO stos.records VALUES ('gsel733m3zj7sxna', 'stos record 1
rules: lie(players=2,order=face,ones=plain,direction=fixed,cards=up,end=first,start=lot)
seed: 3dbf918bb6b55751ad9c965f65dde33298ea39018a752bd679bfde6d7c144824
player 0: Ola
player 1: novice (bot)
1: show 1
0: show 3, 1x6
1: call, show 2
0: show 5 4
1: 1x2
0: 3x5
1: call, show 4
0: show 1 6 6
1: 1x3
0: call
1: show 3 6
0: show 1 1 2, 5x5
1: call
0: show 3 4 5 5
1: show 2 4, 1x2
0: 2x3
1: call, show 1 2
0: show 1 3 4 6 4
1: 1x1
0: 6x3
1: call
result: winner 1
');
INSERT INTO stos.records VALUES ('cnzyywlurndr52gy', 'stos record 1
rules: thegame(players=2,min=2,hand=full,fire=off,start=0)
seed: 91aebd8dc97664e5256b71845c8b478bd6a961b476d1a6f14af8b1318f9dfcf3
player 0: Ola
player 1: novice (bot)
0: 51@U2, 22@U1, 99@D2, 52@D1, 76@U1, end
1: 96@D2, 81@U1, end
0: 47@D1, 13@D1, 35@D2, 31@D2, 83@U2, end
1: 85@U2, 90@U2, end
0: 93@U1, 2@D2, end
1: 97@U1, 9@D1, end
0: 7@D1
result: left 79
');
INSERT INTO stos.sat VALUES (5915443099162950689, 'paredudo');
INSERT INTO stos.sat VALUES (-8001972582833849198, 'paredudo');
INSERT INTO stos.sat VALUES (5915443099162950689, 'nezetufi');
INSERT INTO stos.sat VALUES (5915443099162950689, 'jefotaha');
INSERT INTO stos.sat VALUES (5915443099162950689, 'hufezeze');
INSERT INTO stos.sat VALUES (-8001972582833849198, 'pehotoho');
INSERT INTO stos.sat VALUES (5716764860993318004, 'tuguzojo');
INSERT INTO stos.sat VALUES (5915443099162950689, 'tuguzojo');
INSERT INTO stos.sat VALUES (-8001972582833849198, 'jomorita');
INSERT INTO stos.sat VALUES (3717606119111040269, 'bobogobo');
INSERT INTO stos.schema_version VALUES (7);
INSERT INTO stos.tables VALUES ('nezetufi', 24, 1, 9223372036854775807, 1795123513305, 1795123513386, 1);
INSERT INTO stos.tables VALUES ('jefotaha', 32, 1, 9223372036854775807, 1795123513388, 1795123513426, 1);
INSERT INTO stos.tables VALUES ('pehotoho', 4, 0, 9223372036854775807, 1795123513428, 1795123513428, 1);
INSERT INTO stos.tables VALUES ('paredudo', 153, 1, 9223372036854775807, 1795123510209, 1795123513294, 1);
INSERT INTO stos.tables VALUES ('hufezeze', 30, 1, 9223372036854775807, 1795123513427, 1795123513456, 1);
INSERT INTO stos.tables VALUES ('tuguzojo', 8, 0, 9223372036854775807, 1795123513457, 1795123513463, 1);
INSERT INTO stos.tables VALUES ('jomorita', 2, 0, 9223372036854775807, 1795123513463, 1795123513463, 1);
INSERT INTO stos.tables VALUES ('bobogobo', 2, 0, 9223372036854775807, 1795123513474, 1795123513474, 1);
INSERT INTO stos.tokens VALUES ('5217e02846a4bc2130e6267e46618d820e1b1aa9423f095161be0b6170f0a208', 5915443099162950689, 1795123508988, 0);
INSERT INTO stos.tokens VALUES ('90f3485509c5fc926023c060e364a5c78c956362b0a611eb2a2380210e189ee7', -8001972582833849198, 1795123509622, 0);
INSERT INTO stos.tokens VALUES ('4f56075a33f12c7490474a1a262c74c6040e4da278f179ae8569f9a6f6922383', 5716764860993318004, 1795123513457, 0);
INSERT INTO stos.tokens VALUES ('33979711906e9d0d03683df78c3b6d2ff75a4740b92c74324b658c53e326ee92', 3717606119111040269, 1795123513474, 0);
INSERT INTO stos.tokens VALUES ('8c0ba7fa10130569512cee66a39cee3384d7db691c10114bcc27fa6a141b7220', -8001972582833849198, 1795123513911, 1);
SELECT pg_catalog.setval('stos.acts_id_seq', 1, true);
SELECT pg_catalog.setval('stos.nodes_fence_seq', 1, true);
ALTER TABLE ONLY stos.acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY stos.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (code, number);
ALTER TABLE ONLY stos.facts
    ADD CONSTRAINT facts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY stos.game_seats
    ADD CONSTRAINT game_seats_pkey PRIMARY KEY (game, seat);
ALTER TABLE ONLY stos.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY stos.held
    ADD CONSTRAINT held_pkey PRIMARY KEY (party, code);
ALTER TABLE ONLY stos.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (fence);
ALTER TABLE ONLY stos.people
    ADD CONSTRAINT people_account_key UNIQUE (account);
ALTER TABLE ONLY stos.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY stos.person_facts
    ADD CONSTRAINT person_facts_pkey PRIMARY KEY (person, name);
ALTER TABLE ONLY stos.rated
    ADD CONSTRAINT rated_pkey PRIMARY KEY (game);
ALTER TABLE ONLY stos.rating_pairs
    ADD CONSTRAINT rating_pairs_pkey PRIMARY KEY (game, low, high);
ALTER TABLE ONLY stos.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (game, season, person, bot);
ALTER TABLE ONLY stos.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (game);
ALTER TABLE ONLY stos.sat
    ADD CONSTRAINT sat_pkey PRIMARY KEY (person, code);
ALTER TABLE ONLY stos.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (code);
ALTER TABLE ONLY stos.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (hash);
CREATE INDEX acts_open ON stos.acts USING btree (id) WHERE (done_ms = 0);
CREATE INDEX game_seats_of_person ON stos.game_seats USING btree (person, game) WHERE (person <> 0);
CREATE INDEX games_of_company ON stos.games USING btree (company);
CREATE INDEX games_of_deal ON stos.games USING btree (deal);
CREATE INDEX held_of_table ON stos.held USING btree (code);
CREATE INDEX person_facts_named ON stos.person_facts USING btree (name);
CREATE INDEX ratings_of_person ON stos.ratings USING btree (person) WHERE (person <> 0);
CREATE INDEX ratings_shown ON stos.ratings USING btree (game, season, shown);
CREATE INDEX tables_due ON stos.tables USING btree (due_ms) WHERE ((is_over = 0) AND (due_ms < '9223372036854775807'::bigint));
CREATE INDEX tables_running ON stos.tables USING btree (code) WHERE (is_over = 0);
CREATE INDEX tokens_of_person ON stos.tokens USING btree (person);
ALTER TABLE ONLY stos.game_seats
    ADD CONSTRAINT game_seats_game_fkey FOREIGN KEY (game) REFERENCES stos.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY stos.person_facts
    ADD CONSTRAINT person_facts_person_fkey FOREIGN KEY (person) REFERENCES stos.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY stos.rated
    ADD CONSTRAINT rated_game_fkey FOREIGN KEY (game) REFERENCES stos.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY stos.records
    ADD CONSTRAINT records_game_fkey FOREIGN KEY (game) REFERENCES stos.games(id) ON DELETE CASCADE;
ALTER TABLE ONLY stos.sat
    ADD CONSTRAINT sat_person_fkey FOREIGN KEY (person) REFERENCES stos.people(id) ON DELETE CASCADE;
ALTER TABLE ONLY stos.tokens
    ADD CONSTRAINT tokens_person_fkey FOREIGN KEY (person) REFERENCES stos.people(id) ON DELETE CASCADE;
