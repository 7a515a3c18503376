// others.tsx - the screens around a game: fetched after the start screen, as one file.
import type { JSX } from "preact";
import type { Route } from "../model/route";
import { NotFound } from "./problem";
import { TableScreen } from "./table";

export function OtherScreen({ route }: { route: Route }): JSX.Element {
  switch (route.screen) {
    case "table":
      return <TableScreen route={route} key={`${route.local}-${route.code}`} />;
    default:
      return <NotFound />;
  }
}
