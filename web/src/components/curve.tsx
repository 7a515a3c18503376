// curve.tsx - the curve of the win chance: one point for each turn, marks where much was lost, a line where the replay stands.
import type { JSX } from "preact";
import { t, tf } from "../i18n";
import { curvePoints, type Point } from "../model/curve";
import type { AnalyzedTurn } from "../net/protocol";

const WIDTH = 320;
const HEIGHT = 160;
const LEFT = 42;
const TOP = 10;
const BOTTOM = 24;

export interface CurveProps {
  turns: AnalyzedTurn[];
  final: number;
  now: number;
  onGo: (turn: number) => void;
}

function path(points: Point[]): string {
  return points.map((point, index) => `${index === 0 ? "M" : "L"}${(LEFT + point.x).toFixed(1)} ${(TOP + point.y).toFixed(1)}`).join("");
}

function Grid({ height }: { height: number }): JSX.Element {
  return (
    <>
      {[0, 50, 100].map((percent) => {
        const y = TOP + height * (1 - percent / 100);
        return (
          <g key={percent}>
            <path class="grid" d={`M${LEFT} ${y}H${WIDTH}`} />
            <text x={LEFT - 8} y={y + 4} text-anchor="end">
              {percent} %
            </text>
          </g>
        );
      })}
    </>
  );
}

export function Curve(props: CurveProps): JSX.Element {
  const height = HEIGHT - TOP - BOTTOM;
  const points = curvePoints(props.turns, WIDTH - LEFT - 8, height, props.final);
  const line = path(points);
  const at = points[Math.min(props.now, points.length - 1)];
  const last = points[points.length - 1];
  const onClick = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH - LEFT;
    const nearest = points.reduce((best, point) => (Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best), points[0] as Point);
    props.onGo(nearest.turn);
  };
  return (
    <svg class="curve" data-testid="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("Chance to win, turn by turn")} onClick={onClick}>
      <Grid height={height} />
      <path class="under" d={`${line}L${LEFT + (last?.x ?? 0)} ${TOP + height}L${LEFT} ${TOP + height}Z`} />
      <path class="way" data-testid="start-way" d={line} />
      {at ? <path class="now" d={`M${LEFT + at.x} ${TOP}V${TOP + height}`} /> : null}
      {points
        .filter((point) => point.loss >= 0.05)
        .map((point) => (
          <circle class="loss" key={point.turn} cx={LEFT + point.x} cy={TOP + point.y} r="4.5">
            <title>{tf("Turn {turn}: {points} points lost", { turn: point.turn + 1, points: Math.round(point.loss * 100) })}</title>
          </circle>
        ))}
      <text x={LEFT} y={HEIGHT - 6}>
        {t("start")}
      </text>
      <text x={WIDTH - 8} y={HEIGHT - 6} text-anchor="end">
        {t("end")}
      </text>
    </svg>
  );
}
