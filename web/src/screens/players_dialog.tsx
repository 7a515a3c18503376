// players_dialog.tsx - over the table: voting a player out, blocking or reporting somebody.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t, tf } from "../i18n";
import type { TableClient } from "../model/table_client";
import type { Reply } from "../net/protocol";
import { AsyncButton } from "../components/async_button";
import { toast } from "../components/dialog";
import { seatName } from "../components/texts";

/** Over the table: block somebody, or tell the host about them. */
export function PlayersDialog({ client }: { client: TableClient }): JSX.Element {
  const { seats, phase, you } = client.state.value.table;
  const others = seats.filter((seat) => seat.kind === "person" && !seat.stand_in).length - 1;
  const votes = phase === "playing" && you >= 0 && others >= 2;
  const [text, setText] = useState("");
  const act = async (answer: Promise<Reply>, done: string): Promise<void> => {
    const reply = await answer.catch(() => null);
    if (reply) toast(reply.ok ? done : reply.message);
  };
  return (
    <div class="stack">
      <label class="field">
        <span>{t("What happened? The host gets it with the last messages.")}</span>
        <input class="input" name="report" maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <ul class="list">
        {seats.map((seat, index) =>
          seat.kind === "person" && !seat.you ? (
            <li class="list-row" data-testid="list-row" key={index}>
              <b>{seatName(seats, index)}</b>
              <div class="row">
                {votes && !seat.stand_in ? (
                  <AsyncButton class="button" act={() => act(client.send({ do: "agree", matter: `out${index}` }), t("The others are asked."))}>
                    {t("Vote out")}
                  </AsyncButton>
                ) : null}
                <AsyncButton class="button" disabled={text.trim() === ""} act={() => act(client.send({ do: "report", seat: index, text: text.trim() }), t("The host will see your report."))}>
                  {t("Report")}
                </AsyncButton>
                <AsyncButton class="button" act={() => act(client.send({ do: "block", seat: index }), tf("{name} cannot sit down at your tables any more.", { name: seatName(seats, index) }))}>
                  {t("Block")}
                </AsyncButton>
              </div>
            </li>
          ) : null,
        )}
      </ul>
    </div>
  );
}
