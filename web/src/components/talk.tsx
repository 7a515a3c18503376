// talk.tsx - guarded chat: what people said, and the input line. The guard checks the text as it is typed (TT2).
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import { checkTalk } from "../model/rules_engine";
import type { Reply, Seat, TableEvent } from "../net/protocol";
import { AsyncButton, useSubmit } from "./async_button";
import { toast } from "./dialog";
import { Icon } from "./icons";
import { useStickToEnd } from "./log";
import { saidText } from "./reactions";
import { seatName } from "./texts";

/** Arrows move what was said up and down; at the table they lead to the cards. */
function keepArrows(event: KeyboardEvent): void {
  if (event.key.startsWith("Arrow")) event.stopPropagation();
}

/** What is being read stays where it is when older messages come before it. */
function useKeptPlace(box: { current: HTMLElement | null }, first: number | undefined): void {
  const height = useRef(0);
  const before = useRef(first);
  useLayoutEffect(() => {
    if (box.current && before.current !== first) box.current.scrollTop += box.current.scrollHeight - height.current;
    before.current = first;
    height.current = box.current?.scrollHeight ?? 0;
  });
}

interface SaidProps {
  said: TableEvent[];
  seatsAt: (n: number) => readonly Seat[];
  /** Where older messages can be asked for. */
  onOlder: (() => Promise<void>) | undefined;
}

export function Said({ said, seatsAt, onOlder }: SaidProps): JSX.Element {
  const { box, onScroll } = useStickToEnd(said.length);
  useKeptPlace(box, said[0]?.n);
  return (
    <div class="scroll" data-testid="scroll" ref={box} onScroll={onScroll} onKeyDown={keepArrows} tabIndex={0} role="group" aria-label={t("Talk")}>
      {onOlder ? (
        <AsyncButton class="button bare small" act={onOlder}>
          {t("Earlier messages")}
        </AsyncButton>
      ) : null}
      <ul class="log" data-testid="log">
        {said.map((event) =>
          event.what === "say" ? (
            <li class="talk-line" data-testid="talk-line" key={event.n}>
              <b>{event.name ?? seatName(seatsAt(event.n), event.seat)}</b>
              <br />
              {saidText(event.text)}
            </li>
          ) : null,
        )}
        {said.length === 0 ? <li class="soft small">{t("No messages yet.")}</li> : null}
      </ul>
    </div>
  );
}

function GuardNote({ stop }: { stop: string }): JSX.Element {
  return (
    <p class="guard-note" data-testid="guard-note" id="guard-note" role="alert">
      <Icon name="hand" />
      <span>
        {t("This would tell a number:")} <mark>{stop}</mark> {t("Nobody has seen it.")}
      </span>
    </p>
  );
}

const MOST_LETTERS = 280;

/** `guarded`: only where numbers are secret does the guard listen. */
export function SayLine(props: { guarded: boolean; onSay: (text: string) => Promise<Reply> }): JSX.Element {
  const [text, setText] = useState("");
  const [stop, setStop] = useState<string | null>(null);
  useEffect(() => {
    if (!props.guarded || text.trim() === "") return setStop(null);
    let current = true;
    void checkTalk(text).then((found) => current && setStop(found));
    return () => {
      current = false;
    };
  }, [text, props.guarded]);
  const say = async (): Promise<void> => {
    const words = text.trim();
    if (words === "" || stop !== null) return;
    const reply = await props.onSay(words).catch(() => null);
    if (reply?.ok) setText((now) => (now.trim() === words ? "" : now));
    else if (reply?.error === "told_number") setStop(reply.stop ?? "");
    else if (reply) toast(reply.message);
  };
  const [waits, submit] = useSubmit(say);
  return (
    <form class="say" data-testid="say" onSubmit={submit}>
      {stop !== null ? <GuardNote stop={stop} /> : null}
      <div class="say-row">
        <input
          class={stop !== null ? "input stopped" : "input"}
          id="say"
          value={text}
          maxLength={MOST_LETTERS}
          autocomplete="off"
          placeholder={props.guarded ? t("No numbers, please…") : t("Say something…")}
          aria-label={t("Say something")}
          aria-invalid={stop !== null}
          aria-describedby={stop !== null ? "guard-note" : undefined}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <AsyncButton class="button round" waits={waits} disabled={text.trim() === "" || stop !== null} label={t("Send")}>
          <Icon name="send" />
        </AsyncButton>
      </div>
    </form>
  );
}
