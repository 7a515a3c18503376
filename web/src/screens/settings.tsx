// settings.tsx - the settings on this device: language, theme, animations, sound, notifications, help while playing.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, LANGUAGES, setLanguage, t, chooseLanguage } from "../i18n";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import { MiniCard } from "../components/card";
import { Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { HOME } from "../net/site";
import { Page } from "../components/shell";
import { allowNotices, soundTurn } from "../components/sound";

const MANUAL = `${HOME}manual/`;

async function switchNotices(on: boolean): Promise<void> {
  if (on && !(await allowNotices())) return toast(t("Your browser does not allow notifications from this page."));
  setSetting({ notices: on });
}

export function SettingsScreen(): JSX.Element {
  return (
    <Page title={t("Settings")}>
      <h1>{t("Settings")}</h1>
      <SettingsForm />
      <About />
    </Page>
  );
}

/** The manual, where a server has it. */
function Manual(): JSX.Element | null {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    void fetch(MANUAL, { method: "HEAD" }).then(
      ({ ok }) => setThere(ok),
      () => setThere(false),
    );
  }, []);
  if (!isThere) return null;
  return (
    <p>
      <a href={MANUAL} hreflang="en" target="_blank" rel="noopener">
        {t("Manual")}
      </a>
    </p>
  );
}

/** Whose work this page is; NOTICE.md has the same with the licences' texts. */
function About(): JSX.Element {
  return (
    <section class="sheet">
      <h2>{t("About")}</h2>
      <Manual />
      <p>{t("stos is free software under the MIT licence. The games belong to their owners.")}</p>
      <p class="small soft">{t("This page contains Preact (MIT licence, © 2015-present Jason Miller), Lean QR (MIT, © 2021-2025 David Evans), wasi-libc (MIT) and LLVM's compiler-rt (Apache 2.0).")}</p>
    </section>
  );
}

/** How cards from low to high look now. */
function ColourRow(): JSX.Element {
  return (
    <p class="colour-row" data-testid="colour-row" aria-hidden="true">
      {[2, 20, 40, 60, 80, 99].map((value) => (
        <MiniCard key={value} value={value} />
      ))}
    </p>
  );
}

export function SettingsForm(): JSX.Element {
  const now = useStore(settings);
  return (
    <>
      <section class="sheet">
        <div class="field">
          <span>{t("Language")}</span>
          <Segments label={t("Language")} value={currentLanguage()} onChange={(value) => void setLanguage(chooseLanguage([value]))}>
            {Object.entries(LANGUAGES)}
          </Segments>
        </div>
        <div class="field">
          <span>{t("Theme")}</span>
          <Segments label={t("Theme")} value={now.theme} onChange={(value) => setSetting({ theme: value as typeof now.theme })}>
            {[
              ["system", t("System")],
              ["light", t("Light")],
              ["dark", t("Dark")],
            ]}
          </Segments>
        </div>
        <div class="field">
          <span>{t("Card colours")}</span>
          <Segments label={t("Card colours")} value={now.scale} onChange={(value) => setSetting({ scale: value as typeof now.scale })}>
            {[
              ["rainbow", t("Rainbow")],
              ["safe", t("Colour-blind safe")],
            ]}
          </Segments>
          <ColourRow />
        </div>
        <div class="field">
          <span>{t("Card backs")}</span>
          <Segments label={t("Card backs")} value={now.back} onChange={(value) => setSetting({ back: value as typeof now.back })}>
            {[
              ["lines", t("Lines")],
              ["dots", t("Dots")],
              ["plain", t("Plain")],
            ]}
          </Segments>
        </div>
      </section>
      <section class="sheet">
        <Switch
          on={now.motion === "system"}
          onChange={(on) => setSetting({ motion: on ? "system" : "off" })}
          title={t("Animations")}
          help={t("Show where a card came from. Always off if your system asks for reduced motion.")}
        />
        <Switch
          on={now.sound}
          onChange={(on) => {
            setSetting({ sound: on });
            soundTurn();
          }}
          title={t("Sound")}
          help={t("A soft sound when it is your turn.")}
        />
        {"vibrate" in navigator ? (
          <Switch
            on={now.haptics}
            onChange={(on) => {
              setSetting({ haptics: on });
              soundTurn();
            }}
            title={t("Vibration")}
            help={t("A short buzz when it is your turn and when a card is placed.")}
          />
        ) : null}
        <Switch
          on={now.notices}
          onChange={(on) => void switchNotices(on)}
          title={t("Notifications")}
          help={t("Your browser tells you when it is your turn while you are in another window.")}
        />
      </section>
      <section class="sheet">
        <Switch
          on={now.memory}
          onChange={(on) => setSetting({ memory: on })}
          title={t("Memory strip")}
          help={t("Show which cards are gone, if the table allows it.")}
        />
        <Switch
          on={now.marks}
          onChange={(on) => setSetting({ marks: on })}
          title={t("Mark cards that go back by ten")}
          help={t("A small −10 above the cards in your hand.")}
        />
        <Switch
          on={now.keys}
          onChange={(on) => setSetting({ keys: on })}
          title={t("Letters and digits as keys")}
          help={t("Single keys pick up and place cards; the menu at a table lists them. Turn this off if you use speech input or press keys by accident.")}
        />
        <Switch
          on={now.chance}
          onChange={(on) => setSetting({ chance: on })}
          title={t("Chance to win")}
          help={t("Show it as a bar when you play with bots. Such games count as assisted, as after advice.")}
        />
      </section>
    </>
  );
}
