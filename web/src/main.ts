/*
 * main.ts - where the page starts: the language first, then the screens, then what may wait.
 */
import "./styles/main.css";
import { startApp } from "./app";
import { startLanguage } from "./i18n";
import { installPage } from "./install";

await startLanguage();
startApp(document.getElementById("app") as HTMLElement);
installPage();
