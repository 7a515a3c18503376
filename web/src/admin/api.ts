// api.ts - the connection of the page for hosts: `host` requests, and the last message.
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t } from "../i18n";
import type { Verbs } from "../net/protocol";
import { followNetwork, serverLink, type Link } from "../net/link";

let link: Link | null = null;

/** What is told to the host, and whether this connection is the host's. */
let said = { text: "", known: false };
const listeners = new Set<() => void>();

export function say(text: string, known = said.known): void {
  said = { text, known };
  for (const listener of listeners) listener();
}

export function useSaid(): { text: string; known: boolean } {
  const [, draw] = useState(0);
  useEffect(() => {
    const listener = (): void => draw((count) => count + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return said;
}

function open(): Link {
  const nothing = (): void => undefined;
  if (link) return link;
  const options = { language: currentLanguage, token: null, keepToken: nothing };
  link = serverLink(options, {
    frame: nothing,
    snapshot: nothing,
    hello: nothing,
    state: (state) => state === "lost" && say(t("Connection lost. Log in again."), false),
  });
  followNetwork(link);
  return link;
}

/** The reply, or null after it was said why not. */
export async function ask(request: Verbs["host"]["request"]): Promise<Verbs["host"]["reply"] | null> {
  const reply = await open()
    .send({ do: "host", ...request })
    .catch(() => null);
  if (reply?.ok) return reply;
  if (reply) say(reply.message, said.known && reply.error !== "host_only");
  return null;
}
