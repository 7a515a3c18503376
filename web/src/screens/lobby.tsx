// lobby.tsx - a table that has not begun: who sits where, the invite link, bots for empty seats, and the button to begin.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import { isOfDay } from "../model/day";
import type { Connection } from "../model/connections";
import type { TableClient } from "../model/table_client";
import type { TableState } from "../model/table_state";
import { parseRules } from "../model/rules_text";
import type { Reply, Seat } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { BotMark, Avatar } from "../components/avatar";
import { Icon } from "../components/icons";
import { lazy } from "../components/lazy";
import { copyLink, inviteLink, nearbyAddresses } from "../components/share";
import { botHelp, botName, ratedHelp, seatName } from "../components/texts";
import { tableLine } from "../games/words";
import { botsOf } from "../model/bots";
import { fillSeats, showRefusal } from "./table_actions";
import { SeriesLink } from "./end_card";
import { InvitePeople } from "./invite_people";
import { RulesDialog } from "./rules_dialog";

const InviteCode = lazy(() => import("./invite_code").then((module) => module.InviteCode));

export interface LobbyProps {
  client: TableClient;
  shown: TableState;
  connection: Connection;
}

function Invite({ shown }: { shown: TableState }): JSX.Element {
  const link = inviteLink(shown.table.code, shown.table.key);
  const nearby = nearbyAddresses();
  const [over, setOver] = useState<"code" | "people" | null>(null);
  const share = (): void => void navigator.share({ title: "stos", url: link }).catch(() => undefined);
  return (
    <section class="sheet">
      <h2>{t("Invite your friends")}</h2>
      <p class="soft">
        {shown.table.rated
          ? t("Whoever opens this link and has an account can join.")
          : t("Whoever opens this link can join with one tap, without an account.")}
      </p>
      <div class="invite" data-testid="invite">
        <input class="input" readOnly value={link} aria-label={t("Invite link")} onFocus={(event) => event.currentTarget.select()} />
        <button class="button main" data-testid="copy" type="button" onClick={() => void copyLink(link)}>
          <Icon name="copy" />
          {t("Copy")}
        </button>
        {"share" in navigator ? (
          <button class="button" type="button" onClick={share}>
            <Icon name="link" />
            {t("Share")}
          </button>
        ) : null}
        <button class="button" type="button" onClick={() => setOver("code")}>
          <Icon name="qr" />
          {t("QR code")}
        </button>
        <button class="button" type="button" onClick={() => setOver("people")}>
          <Icon name="people" />
          {t("Invite people")}
        </button>
      </div>
      <p class="row">
        {t("Or tell them the code:")} <span class="code-big">{shown.table.code}</span>
      </p>
      {nearby.length > 0 ? (
        <p class="soft" data-testid="nearby">
          {tf("Phones in the same network find this server at {address}", { address: nearby.join(" ") })}
        </p>
      ) : null}
      {over === "code" ? <InviteCode link={link} code={shown.table.code} onClose={() => setOver(null)} /> : null}
      {over === "people" ? <InvitePeople code={shown.table.code} onClose={() => setOver(null)} /> : null}
    </section>
  );
}

function SeatChoice({ client, seat, index, bots }: { client: TableClient; seat: Seat; index: number; bots: string[] }): JSX.Element {
  const value = seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind;
  const label = tf("Who sits on seat {number}", { number: index + 1 });
  return (
    <select
      class="select"
      aria-label={label}
      value={value}
      onChange={(event) => void showRefusal(client.send({ do: "fill", seat: index, with: event.currentTarget.value }))}
    >
      {seat.kind === "person" ? <option value="person">{t("stays")}</option> : null}
      <option value="open">{t("open to everybody with the code")}</option>
      <option value="reserved">{t("only with the link")}</option>
      {bots.map((bot) => (
        <option value={`bot:${bot}`} key={bot}>
          {tf("bot: {name}, {help}", { name: botName(bot), help: botHelp(bot) })}
        </option>
      ))}
    </select>
  );
}

function SeatRow(props: { client: TableClient; shown: TableState; index: number; owner: boolean; bots: string[] }): JSX.Element {
  const seat = props.shown.table.seats[props.index] as Seat;
  const taken = seat.kind === "person" || seat.kind === "bot";
  return (
    <li class="seat-row" data-testid="seat-row">
      {taken ? <Avatar seats={props.shown.table.seats} index={props.index} /> : <span class="face open">{props.index + 1}</span>}
      <span class="grow">
        <b>{seatName(props.shown.table.seats, props.index)}</b>{" "}
        {seat.owner ? <span class="small soft">{t("owner of the table")}</span> : null}
      </span>
      {props.owner && seat.kind === "bot" ? null : <BotMark seat={seat} />}
      {props.owner && !seat.you ? <SeatChoice client={props.client} seat={seat} index={props.index} bots={props.bots} /> : null}
    </li>
  );
}

function tellRefusal({ reply }: { reply: Reply }): void {
  if (!reply.ok) toast(reply.message);
}

export function Lobby({ client, shown, connection }: LobbyProps): JSX.Element {
  const { table } = shown;
  const owner = table.seats[table.you]?.owner === true;
  const empty = table.seats.filter((seat) => seat.kind === "open" || seat.kind === "reserved").length;
  const bots = isOfDay(table) ? [] : botsOf(parseRules(table.rules).game);
  const [changing, setChanging] = useState(false);
  return (
    <main class="lobby" data-testid="lobby" id="main">
      <div class="column">
        <div class="row spread">
          <h1>{tableLine(table)}</h1>
          <SeriesLink table={table} />
          {owner && !table.series ? (
            <button class="button" type="button" onClick={() => setChanging(true)}>
              <Icon name="gear" />
              {t("Change the rules")}
            </button>
          ) : null}
        </div>
        {table.rated ? <p>{ratedHelp()}</p> : null}
        {table.you < 0 && empty > 0 ? (
          <AsyncButton class="button main" data-testid="sit-down" act={() => connection.enterTable(table.code, { do: "join" }).then(tellRefusal)}>
            {t("Sit down")}
          </AsyncButton>
        ) : null}
        {empty > 0 && connection.kind === "server" ? <Invite shown={shown} /> : null}
        <section class="sheet">
          <h2>{t("Seats")}</h2>
          <ul class="seat-list" data-testid="seat-list">
            {table.seats.map((_, index) => (
              <SeatRow key={index} client={client} shown={shown} index={index} owner={owner} bots={bots} />
            ))}
          </ul>
          {owner ? (
            <div class="row">
              <AsyncButton class="button main big" data-testid="primary" disabled={empty > 0} act={() => showRefusal(client.send({ do: "begin" }))}>
                {t("Deal the cards")}
              </AsyncButton>
              {empty > 0 && bots.length > 0 ? (
                <AsyncButton class="button" act={() => fillSeats(client)}>
                  <Icon name="bot" />
                  {t("Bots for the empty seats")}
                </AsyncButton>
              ) : null}
            </div>
          ) : (
            <p class="soft" role="status">
              {empty > 0 ? t("Waiting for more players…") : t("Waiting for the owner of the table to deal.")}
            </p>
          )}
        </section>
      </div>
      {changing ? <RulesDialog client={client} rules={table.rules} onClose={() => setChanging(false)} /> : null}
    </main>
  );
}
