// table_parts.ts - what a table needs at times: before the game, after it, and when somebody asks. One file, fetched with the first of them.
export { EndBody } from "./end_body";
export { HotseatCover } from "./hotseat_cover";
export { KeyList } from "./keys";
export { Lobby } from "./lobby";
export { PlayersDialog } from "./players_dialog";
export { Invitations } from "./invitations";
