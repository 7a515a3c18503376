// sound.ts - short sounds synthesised by the browser, vibrations, and the notification that it is the user's turn. Off by default.
import { t } from "../i18n";
import { settings } from "../model/settings";

/** The peak of a note, of 1: clear in a quiet room, gentle beside music. */
const LOUDNESS = 0.25;

let context: AudioContext | null = null;

/** Browsers keep silent until the page was touched once; what could not be heard then must not sound later. */
function mayBeHeard(): boolean {
  return (navigator.userActivation as UserActivation | undefined)?.hasBeenActive !== false;
}

/** Milliseconds on, off, on: phones only. */
function shake(pattern: number[]): void {
  if (settings.value.haptics && mayBeHeard() && "vibrate" in navigator) navigator.vibrate(pattern);
}

/** Soft notes, one after the other: frequency in Hz. */
function notes(frequencies: number[]): void {
  if (!settings.value.sound || !mayBeHeard()) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const start = context.currentTime + 0.02;
    frequencies.forEach((frequency, index) => note(context as AudioContext, frequency, start + index * 0.13));
  } catch {
    // no sound device
  }
}

function note(audio: AudioContext, frequency: number, at: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.32);
}

export function soundTurn(): void {
  notes([523, 784]);
  shake([40]);
}

export function soundPlace(): void {
  notes([330]);
  shake([12]);
}

export function soundReveal(held: boolean): void {
  notes(held ? [392, 523] : [330, 247]);
  shake(held ? [30] : [30, 60, 30]);
}

export function soundEnd(won: boolean): void {
  notes(won ? [523, 659, 784, 1047] : [392, 330, 262]);
  shake(won ? [40, 60, 40, 60, 120] : [80]);
}

/** Asks for the right to show notices; false where the browser refuses. */
export async function allowNotices(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

export function noticeTurn(title: string): void {
  if (!settings.value.notices || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body: title, tag: "stos-turn" };
  try {
    const notice = new Notification(t("It is your turn"), options);
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // on phones a page may not show one itself, its service worker does
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(t("It is your turn"), options));
  }
}
