// lessons.ts - the two-minute tutorials and the rules to read: data/teaching.json, which the terminal has as well. A lesson is a
// position, what is said about it, and which moves lead on.
import teaching from "../../../data/teaching.json";
import { pluralForm, t } from "../i18n";
import type { GameName, View } from "../net/protocol";

export interface Lesson {
  text: string;
  view: View;
  /** Moves that lead to the next lesson, or the start of a hint; none: a button does. */
  wanted: string[];
  /** What is said when something else is tried. */
  nudge: string;
}

interface WrittenLesson {
  text: string;
  view: string;
  wanted?: string;
  nudge?: string;
}

/** A part of the rules: a heading, a paragraph, or a picture. */
export interface RulesPart {
  head?: string;
  lead?: string;
  text?: string;
  piles?: { rising: boolean; cards: number[]; text: string; fire?: boolean }[];
  /** Cards with two faces; the third number is the one that counts. */
  dice?: number[][];
  bid?: number[];
}

/** A text of the file in the language of the page. */
export function taught(text: string | undefined): string {
  return text ? pluralForm(text, text, 1) : "";
}

function lessonOf({ text, view, wanted, nudge }: WrittenLesson): Lesson {
  const how = wanted?.startsWith("hint") ? ` ${t("Tap the little bubble above the last pile.")}` : "";
  return { text: taught(text) + how, view: JSON.parse(view) as View, wanted: wanted ? wanted.split(" | ") : [], nudge: taught(nudge) };
}

export function lessonsOf(game: GameName): Lesson[] {
  return (teaching.lessons[game] as WrittenLesson[]).map(lessonOf);
}

export function rulesOf(game: GameName): RulesPart[] {
  return teaching.rules[game];
}

/** Whether a move, or a hint, is what a lesson wants. */
export function isWanted(lesson: Lesson, move: string): boolean {
  return lesson.wanted.some((wanted) => move === wanted || (wanted.startsWith("hint") && move.startsWith(wanted)));
}
