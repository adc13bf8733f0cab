/** Collects the diagnostics that a user may attach to a help ticket: facts about the device, without personal data or content of books. */
import type { TicketDiagnostics } from '@shufang/contract';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { clientVersion } from '../../platform/telemetry/client-version.ts';
import { recentCallErrors } from '../../platform/telemetry/recent-errors.ts';

export interface DiagnosticsOfDevice {
  /** Path of the page the user came from. */
  readonly page: string;
  readonly sync: TicketDiagnostics['sync'];
}

export const collectDiagnostics = ({ page, sync }: DiagnosticsOfDevice): TicketDiagnostics => ({
  clientVersion: clientVersion(),
  userAgent: navigator.userAgent.slice(0, 300),
  screen: `${innerWidth}×${innerHeight} @${devicePixelRatio}`,
  page: page.slice(0, 300),
  online: navigator.onLine,
  sync,
  failedCalls: [...recentCallErrors()],
});

/** Returns the diagnostics as pairs of label and text, which are shown to the user before anything is sent. */
export const describeDiagnostics = (diagnostics: TicketDiagnostics): readonly (readonly [string, string])[] => {
  const names = helpText.diagnosticNames;
  const { clientVersion: version, userAgent, screen, page, online, sync, failedCalls } = diagnostics;
  const failed = failedCalls.map(
    ({ operation, code, traceId, at }) => `${new Date(at).toLocaleTimeString('zh-CN')} ${operation} ${code} ${traceId}`,
  );
  return [
    [names.clientVersion, version],
    [names.userAgent, userAgent],
    [names.screen, screen],
    [names.page, page],
    [names.online, helpText.online(online)],
    [names.sync, helpText.syncQueue(sync.waiting, sync.rejected)],
    [names.errors, failed.length === 0 ? helpText.noErrors : failed.join('\n')],
  ];
};
