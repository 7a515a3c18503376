// presets.tsx - the ready-made ways to play a game, on cards to choose from.
import type { JSX } from "preact";
import type { Preset, RulesProps } from "../games/game";
import { more } from "../games/more";
import { t } from "../i18n";
import type { Rules } from "../model/rules_text";

function fits(rules: Rules, { options }: Preset): boolean {
  return Object.entries(options).every(([key, value]) => rules.options[key] === value);
}

export function withPreset(rules: Rules, { options }: Preset): Rules {
  return { ...rules, options: { ...rules.options, ...options } };
}

/** The preset that the rules are, if they are one. */
export function presetOf(rules: Rules): Preset | undefined {
  return more[rules.game].presets.find((preset) => fits(rules, preset));
}

export function Presets({ rules, set }: RulesProps): JSX.Element {
  const now = presetOf(rules);
  return (
    <fieldset class="presets">
      <legend class="only-heard">{t("How you play")}</legend>
      {more[rules.game].presets.map((preset) => (
        <label class="preset" data-testid="preset" key={preset.name}>
          <input type="radio" name="preset" value={preset.name} checked={now === preset} onChange={() => set(withPreset(rules, preset))} />
          <span class="preset-art" aria-hidden="true">
            <preset.Art />
          </span>
          <b>{preset.title()}</b>
          <span class="small soft">{preset.help()}</span>
        </label>
      ))}
    </fieldset>
  );
}
