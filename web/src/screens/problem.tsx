// problem.tsx - shown when something is not found: what happened, and the next step.
import { GAMES } from "../model/facts";
import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n";
import { hasServer } from "../net/site";
import { Icon, type IconName } from "../components/icons";
import { GoLink, Page } from "../components/shell";

/** A wrong address, and where one may have wanted to go. */
export function NotFound(): JSX.Element {
  return (
    <Problem icon="help" title={t("Page not found")} text={t("This page does not exist.")}>
      {hasServer ? (
        <GoLink class="button" to={{ screen: "join" }}>
          {t("Join a table")}
        </GoLink>
      ) : null}
      <GoLink class="button" to={{ screen: "games" }}>
        {t("My games")}
      </GoLink>
      <GoLink class="button" to={{ screen: "rules", game: GAMES[0] }}>
        {t("Rules")}
      </GoLink>
    </Problem>
  );
}

export function Problem(props: { icon: IconName; title: string; text: string; children?: ComponentChildren }): JSX.Element {
  return (
    <Page title={props.title}>
      <div class="empty-state" data-testid="empty-state">
        <Icon name={props.icon} />
        <h1>{props.title}</h1>
        <p>{props.text}</p>
        <GoLink class="button main" data-testid="primary" to={{ screen: "start" }}>
          {t("Home")}
        </GoLink>
        {props.children}
      </div>
    </Page>
  );
}
