// others.tsx - the screens around a game: fetched after the start screen, as one file.
import type { JSX } from "preact";
import { t } from "../i18n";
import type { Route } from "../model/route";
import { Problem } from "./problem";
import { TableScreen } from "./table";

export function OtherScreen({ route }: { route: Route }): JSX.Element {
  switch (route.screen) {
    case "table":
      return <TableScreen route={route} key={`${route.local}-${route.code}`} />;
    default:
      return <Problem icon="help" title={t("Page not found")} text={t("This page does not exist.")} />;
  }
}
