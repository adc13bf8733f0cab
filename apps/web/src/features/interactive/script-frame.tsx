/** The frame in which an approved document of a book runs its scripts: an opaque origin without network, with one port to this page. */
import { interactiveValues } from '@shufang/contract';
import { SCRIPT_PORT, type ScriptFrameName } from '@shufang/reading-engine';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { interactiveText } from '../../platform/messages/zh-cn/interactive.ts';
import { onSaveWork } from '../../platform/storage/unsaved-work.ts';
import styles from './interactive.module.css';

const bridgeReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), values: z.record(z.string(), z.string()) }),
  z.object({ type: z.literal('link'), href: z.string().max(4_000) }),
  z.object({ type: z.literal('pong') }),
]);

/** Values are stored when the document has not changed them for this long. */
const SAVE_AFTER_MS = 400;
const PING_MS = 3_000;
/** A document whose bridge has not responded this long after it was loaded is not the one of the book: the server refused it. */
const REFUSED_AFTER_MS = 5_000;
/** A document that has not responded for this long is reported as stopped. */
const STOPPED_AFTER_MS = 12_000;
/** Messages of a document that are read in a second; more are dropped. */
const MESSAGES_PER_SECOND = 50;

interface ScriptFrameProps {
  readonly url: string;
  readonly title: string;
  /** Whether the frame is loaded but not shown. */
  readonly isHidden: boolean;
  /** The stored values, as the document finds them when it is loaded. */
  readonly values: Readonly<Record<string, string>>;
  readonly onValues: (values: Record<string, string>) => void;
  /** Called if the document wants to store more than is allowed. */
  readonly onTooMuch: () => void;
  readonly onLink: (href: string) => void;
  readonly onStopped: () => void;
  /** Called when the document has responded for the first time: its scripts run. */
  readonly onRunning: () => void;
  /** Called if the server refused the document, or it could not be loaded. */
  readonly onRefused: () => void;
}

export const ScriptFrame = ({ url, title, isHidden, values, ...handlers }: ScriptFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [name] = useState(() => JSON.stringify({ values: { ...values } } satisfies ScriptFrameName));
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);

  /** Connects the document that was loaded; an earlier one is disconnected. */
  const connect = (): void => {
    close.current?.();
    const { port1: port, port2 } = new MessageChannel();
    let pending: Record<string, string> | undefined;
    let saveTimer: ReturnType<typeof setTimeout> | undefined;
    let respondedAt = Date.now();
    let hasResponded = false;
    let second = 0;
    let messages = 0;
    const save = (): void => {
      clearTimeout(saveTimer);
      if (pending) latest.current.onValues(pending);
      pending = undefined;
    };
    const handleMessage = ({ data }: MessageEvent<unknown>): void => {
      const now = Math.floor(Date.now() / 1_000);
      messages = now === second ? messages + 1 : 1;
      second = now;
      const report = messages > MESSAGES_PER_SECOND ? undefined : bridgeReport.safeParse(data).data;
      if (report === undefined) return;
      respondedAt = Date.now();
      if (!hasResponded) latest.current.onRunning();
      hasResponded = true;
      if (report.type === 'link') latest.current.onLink(report.href);
      if (report.type !== 'state') return;
      const accepted = interactiveValues.safeParse(report.values);
      if (!accepted.success) {
        latest.current.onTooMuch();
        return;
      }
      pending = accepted.data;
      clearTimeout(saveTimer);
      saveTimer = setTimeout(save, SAVE_AFTER_MS);
    };
    port.addEventListener('message', handleMessage);
    port.start();
    const pingTimer = setInterval(() => {
      port.postMessage('ping');
      if (hasResponded && Date.now() - respondedAt > STOPPED_AFTER_MS) latest.current.onStopped();
    }, PING_MS);
    const refusedTimer = setTimeout(() => {
      if (!hasResponded) latest.current.onRefused();
    }, REFUSED_AFTER_MS);
    const stopSaving = onSaveWork(save);
    close.current = () => {
      stopSaving();
      clearInterval(pingTimer);
      clearTimeout(refusedTimer);
      save();
      port.close();
    };
    // The origin of the document is opaque, so the message cannot name it. It contains nothing secret.
    frame.current?.contentWindow?.postMessage(SCRIPT_PORT, '*', [port2]);
    port.postMessage('ping');
  };

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      data-hidden={isHidden || undefined}
      title={interactiveText.frameOf(title)}
      name={name}
      sandbox="allow-scripts"
      allow=""
      referrerPolicy="no-referrer"
      src={url}
      onLoad={connect}
    />
  );
};
