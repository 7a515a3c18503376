// share.ts - links to tables, and sharing text by the system's share sheet; if there is none, or it fails, the text is copied, and the page says so.
import { currentLanguage, t } from "../i18n";
import { server } from "../model/connections";
import { hasServer, outerLink } from "../net/site";
import { toast } from "./dialog";

async function bySystem(words: ShareData): Promise<boolean> {
  if (!("share" in navigator)) return false;
  return navigator.share(words).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === "AbortError", // they changed their mind
  );
}

export async function shareWords(text: string, url?: string, copied = t("The result is copied.")): Promise<void> {
  if (await bySystem(url ? { title: "stos", text, url } : { text })) return;
  const words = url ? `${text} ${url}` : text;
  await navigator.clipboard.writeText(words).then(
    () => toast(copied),
    () => toast(words),
  );
}

/** Where phones in the same network reach the server; told only to the machine it runs on, whose own address leads nobody else there. */
export function nearbyAddresses(): string[] {
  return server.state.value.hello?.server?.nearby ?? [];
}

/** A link to a path of this server for somebody else. Chats preview it in the language of whoever sends it. */
export function linkTo(path: string): string {
  const link = outerLink(path, nearbyAddresses()[0]);
  if (hasServer && currentLanguage() !== "en") link.searchParams.set("lang", currentLanguage());
  return link.href;
}

/** The language of a table is that of its owner. */
export function inviteLink(code: string, key: string | undefined): string {
  return outerLink(`/j/${code}${key ? `#${key}` : ""}`, nearbyAddresses()[0]).href;
}

export async function copyLink(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("The link is copied. Send it to your friends."));
  } catch {
    toast(t("Select the link and copy it."));
  }
}
