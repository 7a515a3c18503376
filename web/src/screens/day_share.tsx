// day_share.tsx - sharing the user's daily results: as a text and as a picture. No cards are revealed, so nobody's game is spoilt.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../i18n";
import { placedShare } from "../model/day";
import type { Day, DayLevel } from "../net/protocol";
import { drawDay } from "../components/day_picture";
import { Dialog } from "../components/dialog";
import { Icon } from "../components/icons";
import { saveFile } from "../components/save";
import { linkTo, shareWords } from "../components/share";
import { dateText, levelTitle, resultOf } from "./day_words";

type Played = DayLevel & { you: NonNullable<DayLevel["you"]> };

function played(day: Day): Played[] {
  return day.levels.filter((level): level is Played => level.you !== undefined);
}

function streakText(day: Day): string {
  return day.streak > 1 ? tn("%d day in a row", "%d days in a row", day.streak) : "";
}

const PATH = "/day";

function shareText(day: Day): string {
  const lines = played(day).map((level) => `${levelTitle(level)}: ${resultOf(level.you)}`);
  return [`stos · ${t("Deal of the day")} · ${day.date}`, ...lines, streakText(day), linkTo(PATH)].filter((line) => line !== "").join("\n");
}

function pictureOf(day: Day): ReturnType<typeof drawDay> {
  return drawDay({
    title: t("Deal of the day"),
    date: dateText(day.date),
    rows: played(day).map((level) => ({ name: levelTitle(level), result: resultOf(level.you), share: placedShare(level.you) })),
    streak: streakText(day),
    address: new URL(linkTo(PATH)).host + PATH,
  });
}

interface Shown {
  file: File;
  address: string;
}

/** The picture as it goes out, and the two ways: the system's share sheet where it takes pictures, else a file. */
function Picture({ day, onClose }: { day: Day; onClose: () => void }): JSX.Element {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let current = true;
    void pictureOf(day).then((made) => {
      if (made && current) setShown({ file: new File([made.blob], `stos-${day.date}.png`, { type: made.blob.type }), address: made.address });
    });
    return () => void (current = false);
  }, [day]);
  const content = shown ? { files: [shown.file], text: shareText(day) } : null;
  const may = content !== null && navigator.canShare?.(content);
  return (
    <Dialog title={t("Your result as a picture")} onClose={onClose}>
      {shown ? <img class="day-picture" data-testid="day-picture" src={shown.address} alt={shareText(day)} /> : <span class="spinner" data-testid="spinner" role="status" />}
      <div class="row">
        {may ? (
          <button class="button main" data-testid="primary" type="button" onClick={() => void navigator.share(content).catch(() => undefined)}>
            <Icon name="send" />
            {t("Share")}
          </button>
        ) : null}
        <button class="button" type="button" disabled={!shown} onClick={() => shown && saveFile(shown.file.name, shown.file)}>
          <Icon name="save" />
          {t("Save the picture")}
        </button>
      </div>
      <p class="small soft">{t("Drawn on this device. It shows no cards, so nobody's game is spoilt.")}</p>
    </Dialog>
  );
}

export function ShareDay({ day }: { day: Day }): JSX.Element | null {
  const [asPicture, setAsPicture] = useState(false);
  if (played(day).length === 0) return null;
  return (
    <div class="row">
      <button class="button" type="button" onClick={() => void shareWords(shareText(day))}>
        <Icon name="send" />
        {t("Share")}
      </button>
      <button class="button" type="button" onClick={() => setAsPicture(true)}>
        <Icon name="cards" />
        {t("As a picture")}
      </button>
      {asPicture ? <Picture day={day} onClose={() => setAsPicture(false)} /> : null}
    </div>
  );
}
