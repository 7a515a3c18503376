/*
 * stos_replay.tsx - <stos-replay src="game.stos">: a record with its cards on any page that loads this one script.
 *
 * The element has its own style (attribute data-theme, light or dark, else what the system prefers) and texts (attribute lang, else
 * the language of the page around it), and asks the network for nothing but the record. What is around it is not touched. Keys count while the focus is inside.
 */
import { render, type JSX } from "preact";
import { useState } from "preact/hooks";
import { chooseLanguage, pluralForm, t, tf, useCatalog, type Catalog, type Language } from "../i18n";
import { positionsOf, type Position } from "../model/replay";
import { rulesEngine } from "../model/rules_engine";
import { loadOnce } from "../net/retry";
import { resultTitle, resultWords } from "../components/texts";
import { seatsOf, Slider, stepText, useWalk } from "../components/walk";
import { rulesLine } from "../games/words";
import { RulesEngine, type Replay } from "../wasm/engine";
import { makeModule } from "../wasm/module";
import { ReplayTable } from "../screens/replay_table";

/** What the build puts into the script: the rules, in base64, the style and the texts. */
declare const EMBED: { wasm: string; style: string; catalogs: Partial<Record<Language, Catalog>> };

/** A record is a few thousand characters. */
const MOST_CHARACTERS = 1_000_000;

const loadRules = loadOnce(async () => {
  const rules = new RulesEngine(await makeModule(Uint8Array.from(atob(EMBED.wasm), (letter) => letter.charCodeAt(0))), pluralForm);
  rulesEngine.set(rules); // what is drawn of a view, it says
  return rules;
});

const loadStyle = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(EMBED.style);
  return sheet;
};
let style: CSSStyleSheet | undefined;

async function fetchReplay(address: string): Promise<Replay> {
  const response = await fetch(address);
  const text = response.ok ? await response.text() : "";
  if (!response.ok || text.length > MOST_CHARACTERS) throw new Error(t("The record cannot be read at the moment. Try again later."));
  return (await loadRules()).replay(text);
}

/** The steps in words; each leads to its place. */
function Log({ texts, at, move }: { texts: string[]; at: number; move: (to: number) => void }): JSX.Element {
  return (
    <details class="embed-log">
      <summary>{t("Log")}</summary>
      <ol>
        {texts.map((text, index) => (
          <li key={index}>
            <button class="chip" type="button" aria-current={index === at ? "step" : undefined} onClick={() => move(index)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Walk({ replay, host, speak }: { replay: Replay; host: HTMLElement; speak: () => void }): JSX.Element {
  speak(); // another element may speak another language
  const [positions] = useState(() => positionsOf(replay));
  const seats = seatsOf(replay, -1);
  const walk = useWalk(positions.length, 0, host);
  const position = positions[walk.at] as Position;
  const text = stepText(position, seats);
  return (
    <div class="stack">
      <p>
        <b>{resultTitle(replay.result, seats, -1)}</b> <span class="soft">{[rulesLine(replay.rules), resultWords(replay.result)].filter(Boolean).join(" · ")}</span>
      </p>
      <ReplayTable view={position.view} seats={seats} />
      <Slider walk={walk} length={positions.length} text={text} />
      <p role="status" class="soft">
        {tf("Step {at} of {all}", { at: walk.at, all: positions.length - 1 })} · {text}
      </p>
      <Log texts={positions.map((one) => stepText(one, seats))} at={walk.at} move={walk.move} />
    </div>
  );
}

class StosReplay extends HTMLElement {
  static observedAttributes = ["src", "lang"];
  /** Counts what was asked for: the last one is shown, however slowly the others come. */
  private asked = 0;

  connectedCallback(): void {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [(style ??= loadStyle())];
    this.dataset["theme"] ??= matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    void this.show();
  }

  attributeChangedCallback(): void {
    if (this.shadowRoot) void this.show();
  }

  private draw(content: JSX.Element): void {
    if (this.shadowRoot) render(<div class="embedded">{content}</div>, this.shadowRoot);
  }

  private async show(): Promise<void> {
    const asked = ++this.asked;
    const language = chooseLanguage([this.closest("[lang]")?.getAttribute("lang") ?? "en"]);
    const speak = (): void => useCatalog(language, EMBED.catalogs[language] ?? {});
    speak();
    try {
      const replay = await fetchReplay(new URL(this.getAttribute("src") ?? "", document.baseURI).href);
      if (asked === this.asked) this.draw(<Walk key={asked} replay={replay} host={this} speak={speak} />);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (asked === this.asked) this.draw(<p role="alert">{words}</p>);
    }
  }
}

customElements.define("stos-replay", StosReplay);
