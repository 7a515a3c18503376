/*
 * main.ts - the entry point of the page: the language first, then the requested screen, then what can wait.
 */
import "../styles/main.css";
import { startApp } from "./app";
import { addFirstFonts } from "./fonts";
import { startLanguage } from "../i18n";
import { loadForAddress, loadTheRest } from "./startup";

addFirstFonts();
loadForAddress();
await startLanguage();
startApp(document.getElementById("app") as HTMLElement);
loadTheRest();
