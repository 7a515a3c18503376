// notifications.tsx - notifications while the page is closed: by Web Push on this device, by e-mail, what for, and when not.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage, t } from "../i18n";
import { server } from "../model/connections";
import { useStore } from "../model/store";
import type { NotificationChange, NotificationSettings, NotificationWishes } from "../net/protocol";
import { Segments, Switch } from "../components/choices";
import { toast } from "../components/dialog";
import { allowNotices } from "../components/sound";
import { MailForm } from "./mail";

const NIGHT = { quiet_from: 22, quiet_to: 8 };
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function isPossible(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!isPossible()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription made for another server's key is given up first: a browser has one for each page. */
async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    return await pushManager.subscribe(options);
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

async function ask(more: NotificationChange): Promise<NotificationSettings | null> {
  const endpoint = (await subscriptionHere().catch(() => null))?.endpoint;
  const reply = await server.send({ do: "calls", ...(endpoint ? { endpoint } : {}), ...more }).catch(() => null);
  if (reply && !reply.ok) toast(reply.message);
  return reply?.ok ? reply : null;
}

/** The clock of this device, so that quiet hours are those of its owner. */
function offset(): { utc_offset: number } {
  return { utc_offset: -new Date().getTimezoneOffset() };
}

async function turnOn(known: NotificationSettings): Promise<NotificationSettings | null> {
  if (!(await allowNotices())) {
    toast(t("Your browser does not allow notifications from this page."));
    return null;
  }
  const made = await subscribe(known.key).catch(() => null);
  const { endpoint, keys } = made?.toJSON() ?? {};
  if (!endpoint) {
    toast(t("Your browser cannot be notified while the page is closed."));
    return null;
  }
  const night = known.devices === 0 && known.quiet_from === known.quiet_to ? NIGHT : {};
  const reply = await ask({ subscribe: { endpoint, p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" }, ...night, ...offset() });
  if (reply) await keepForWorker(endpoint, known.key).catch(() => undefined);
  return reply;
}

/** For the service worker, which tells the server when the browser gets another address (service-worker.ts). */
async function keepForWorker(endpoint: string, key: string): Promise<void> {
  await (await caches.open("calls")).put("/subscribed", new Response(JSON.stringify({ endpoint, key })));
}

async function turnOff(): Promise<NotificationSettings | null> {
  const reply = await ask({ unsubscribe: true });
  if (!reply) return null;
  await caches.delete("calls").catch(() => false);
  await (await subscriptionHere())?.unsubscribe();
  return reply;
}

function hourText(hour: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(new Date(hour * 3_600_000));
}

function HourField(props: { label: string; name: string; value: number; set: (hour: number) => void }): JSX.Element {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select class="select" name={props.name} value={String(props.value)} onChange={(event) => props.set(Number(event.currentTarget.value))}>
        {HOURS.map((hour) => (
          <option value={String(hour)} key={hour}>
            {hourText(hour)}
          </option>
        ))}
      </select>
    </label>
  );
}

function When({ now, change }: { now: NotificationWishes; change: (wishes: Partial<NotificationWishes>) => void }): JSX.Element {
  const quiet = now.quiet_from !== now.quiet_to;
  return (
    <>
      <Switch on={now.turn} onChange={(turn) => change({ turn })} title={t("Your turn")} help={t("At tables with hours or days for a turn.")} />
      <Switch
        on={now.invited}
        onChange={(invited) => change({ invited })}
        title={t("Invitations")}
        help={t("From people you played with.")}
      />
      <Switch
        on={quiet}
        onChange={(on) => change(on ? NIGHT : { quiet_from: 0, quiet_to: 0 })}
        title={t("Quiet hours")}
        help={t("What comes then waits until they are over.")}
      />
      {quiet ? (
        <div class="row">
          <HourField label={t("From")} name="quiet-from" value={now.quiet_from} set={(quiet_from) => change({ quiet_from })} />
          <HourField label={t("Until")} name="quiet-to" value={now.quiet_to} set={(quiet_to) => change({ quiet_to })} />
        </div>
      ) : null}
      <div class="field">
        <span>{t("How often")}</span>
        <Segments label={t("How often")} value={String(now.digest_hours)} onChange={(hours) => change({ digest_hours: Number(hours) })}>
          {[
            ["0", t("At once")],
            ["6", t("Every 6 hours at most")],
            ["24", t("Once a day at most")],
          ]}
        </Segments>
      </div>
    </>
  );
}

function Here({ now, take }: { now: NotificationSettings; take: (reply: Promise<NotificationSettings | null>) => void }): JSX.Element {
  return (
    <>
      <p class="soft">{t("Your browser calls you to the table. The message says which game it is, and never shows cards.")}</p>
      {isPossible() ? (
        <Switch
          on={now.subscribed}
          onChange={(on) => take(on ? turnOn(now) : turnOff())}
          title={t("On this device")}
          help={now.devices > 0 ? "" : t("Needs your browser's permission.")}
        />
      ) : (
        <p>{t("Your browser cannot be notified while the page is closed.")}</p>
      )}
    </>
  );
}

export function NotificationsForm(): JSX.Element | null {
  const { state } = useStore(server.state);
  const [now, setNow] = useState<NotificationSettings | null>(null);
  const [mailed, setMailed] = useState(false);
  const take = (reply: Promise<NotificationSettings | null>): void => void reply.then((known) => setNow((before) => known ?? (before && { ...before })));
  useEffect(() => {
    if (state === "open") take(ask({}));
  }, [state]);
  if (!now?.push && !now?.mail) return null;
  return (
    <section class="sheet calls" data-testid="notifications">
      <h2>{t("Notifications while the page is closed")}</h2>
      {now.push ? <Here now={now} take={take} /> : null}
      {now.mail ? <MailForm heard={setMailed} /> : null}
      {now.devices > 0 || mailed ? <When now={now} change={(wishes) => take(ask({ ...wishes, ...offset() }))} /> : null}
    </section>
  );
}
