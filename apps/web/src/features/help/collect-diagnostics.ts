/** What a person may send along with a question: enough to find a cause, nothing about who they are or what they wrote. */
import type { TicketDiagnostics } from '@shufang/contract';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { clientVersion } from '../../platform/telemetry/client-version.ts';
import { recentFaults } from '../../platform/telemetry/recent-faults.ts';

export interface DiagnosticsOfDevice {
  /** Path of the page the person came from. */
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
  faults: [...recentFaults()],
});

/** The same, in words: shown before anything is sent. */
export const describeDiagnostics = (diagnostics: TicketDiagnostics): readonly (readonly [string, string])[] => {
  const names = helpText.diagnosticNames;
  const { clientVersion: version, userAgent, screen, page, online, sync, faults } = diagnostics;
  const failed = faults.map(
    ({ operation, code, traceId, at }) => `${new Date(at).toLocaleTimeString('zh-CN')} ${operation} ${code} ${traceId}`,
  );
  return [
    [names.clientVersion, version],
    [names.userAgent, userAgent],
    [names.screen, screen],
    [names.page, page],
    [names.online, helpText.online(online)],
    [names.sync, helpText.syncQueue(sync.waiting, sync.rejected)],
    [names.faults, failed.length === 0 ? helpText.noFaults : failed.join('\n')],
  ];
};
