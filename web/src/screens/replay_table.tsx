// replay_table.tsx - the table of a replay, as its game draws it: all cards open, to look at.
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { ReplayProps } from "../games/game";
import { moreOf } from "../games/more";
import { useFlights } from "../components/motion";

export function ReplayTable(props: ReplayProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const { Replay } = moreOf(props.view);
  useFlights(root);
  return (
    <div class="replay-table" ref={root}>
      <Replay {...props} />
    </div>
  );
}
