/*
 * main.ts - where the page starts: the language first, then the screen that is asked for, then what may wait.
 */
import "./styles/main.css";
import { startApp } from "./app";
import { startLanguage } from "./i18n";
import { loadForAddress, loadTheRest } from "./later";

loadForAddress();
await startLanguage();
startApp(document.getElementById("app") as HTMLElement);
loadTheRest();
