// memory_strip.tsx - the memory strip: one cell for each card; gone cards filled, own cards ringed. It folds away.
import type { JSX } from "preact";
import { t, tf } from "../../i18n";
import { inkOf } from "../../components/ink";
import { memoryCells } from "./memory_cells";
import { setSetting, settings } from "../../model/settings";
import { useStore } from "../../model/store";
import { Icon } from "../../components/icons";

export interface MemoryProps {
  highest: number;
  gone: number[];
  own: number[];
  held: number | null;
  title?: string | undefined;
}

export function MemoryStrip(props: MemoryProps): JSX.Element {
  const { memory } = useStore(settings);
  const cells = memoryCells(props.highest, props.gone, props.own);
  const title = props.title ?? t("Cards that are gone");
  const summary = tf("{gone} of {all} cards are gone: {list}", {
    gone: props.gone.length,
    all: cells.length,
    list: [...props.gone].sort((a, b) => a - b).join(", "),
  });
  return (
    <section class="memory" data-testid="memory" aria-label={title}>
      {memory ? (
        <>
          <p class="only-heard">{summary}</p>
          <div class={props.highest < 99 ? "cells short" : "cells"} data-testid="cells" aria-hidden="true">
            {cells.map((cell) => (
              <span
                key={cell.card}
                class={`cell ${cell.state}${cell.card === props.held ? " held" : ""}`}
                data-cell={cell.state}
                data-card={cell.card}
                style={inkOf(cell.card)}
              />
            ))}
          </div>
        </>
      ) : null}
      <button class="button bare memory-fold" type="button" aria-expanded={memory} title={title} onClick={() => setSetting({ memory: !memory })}>
        <Icon name="eye" />
        {memory ? <span class="only-heard">{t("Hide")}</span> : t("Show")}
      </button>
    </section>
  );
}
