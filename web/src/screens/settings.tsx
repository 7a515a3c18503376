// settings.tsx - what a person can set on this device: language, look, movement, sound, notices, help while playing.
import type { JSX } from "preact";
import { currentLanguage, LANGUAGES, setLanguage, t, type Language } from "../i18n";
import { setSetting, settings } from "../model/settings";
import { useStore } from "../model/store";
import { Segments, Switch } from "../ui/choices";
import { toast } from "../ui/dialog";
import { Page } from "../ui/shell";
import { allowNotices, soundTurn } from "../ui/sound";

async function switchNotices(on: boolean): Promise<void> {
  if (on && !(await allowNotices())) return toast(t("Your browser does not allow notifications from this page."));
  setSetting({ notices: on });
}

export function SettingsScreen(): JSX.Element {
  return (
    <Page title={t("Settings")}>
      <h1>{t("Settings")}</h1>
      <SettingsForm />
    </Page>
  );
}

export function SettingsForm(): JSX.Element {
  const now = useStore(settings);
  return (
    <>
      <section class="sheet">
        <div class="field">
          <span>{t("Language")}</span>
          <Segments label={t("Language")} value={currentLanguage()} onChange={(value) => void setLanguage(value as Language)}>
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
      </section>
    </>
  );
}
