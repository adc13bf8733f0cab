/**
 * The update dialog of the desktop client (specification.md §2): versions, release notes and progress. It cannot be closed while a mandatory
 * update is offered, downloaded or has failed; after an error it offers to try again. When the download is complete and the work of the page is
 * on the disk, the client ends and installs it. If the work cannot be stored, the dialog can be closed, so that the user can copy what they wrote.
 */
import { findDesktop, type UpdateStatus } from '@shufang/desktop-bridge';
import { buttonClass, Cluster, Column, ModalDialog, Text } from '@shufang/ui';
import { useEffect } from 'react';
import { dismissDesktopUpdate } from '../../platform/installed/desktop-update.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { UpdateFacts, UpdateNotes, UpdateProgress, WaitingWork, type WaitingWorkItem } from './desktop-update-parts.tsx';
import { useSaveAndInstall } from './use-save-and-install.ts';

const text = clientsText.desktop;

/** Minimum time in ms between the end of the download and the end of the client, in which the user can read that it restarts. */
const NOTICE_MS = 1_500;

/** Ends the client once the download is complete and the work of this page is stored. Returns whether storing it has failed, and how to retry. */
const useInstallation = (isComplete: boolean): { hasFailed: boolean; retry: () => void } => {
  const { state, install } = useSaveAndInstall();
  useEffect(() => {
    if (isComplete) void install(NOTICE_MS);
  }, [isComplete, install]);
  return { hasFailed: isComplete && state === 'failed', retry: () => void install() };
};

const SaveFailure = ({ onRetry }: { onRetry: () => void }) => (
  <>
    <Text as="p" role="alert" tone="accent">
      {text.saveFailed}
    </Text>
    <Cluster gap={12} justify="end">
      <button type="button" className={buttonClass('quiet')} onClick={dismissDesktopUpdate}>
        {text.notNow}
      </button>
      <button type="button" className={buttonClass()} onClick={onRetry}>
        {text.retry}
      </button>
    </Cluster>
  </>
);

const Actions = ({ status: { phase, decision } }: { status: UpdateStatus }) => {
  const desktop = findDesktop();
  if (phase === 'downloadComplete') return <Text as="p">{text.restarting}</Text>;
  if (phase !== 'prepare' && phase !== 'error') return null;
  return (
    <Cluster gap={12} justify="end">
      {decision === 'mandatory' ? null : (
        <button type="button" className={buttonClass('quiet')} onClick={() => desktop?.skipUpdate()}>
          {text.skip}
        </button>
      )}
      <button type="button" className={buttonClass()} onClick={() => desktop?.checkAndUpdateAsar()}>
        {phase === 'error' ? text.retry : text.update}
      </button>
    </Cluster>
  );
};

/** `work`: what is on this device and not synchronized yet. */
export const DesktopUpdateDialog = ({ status, work }: { status: UpdateStatus; work: readonly WaitingWorkItem[] }) => {
  const { decision, phase } = status;
  const isMandatory = decision === 'mandatory';
  const { hasFailed, retry } = useInstallation(phase === 'downloadComplete');
  const isFixed = (isMandatory || phase === 'downloadComplete') && !hasFailed;
  return (
    <ModalDialog title={text.dialogTitle} onClose={isFixed ? undefined : dismissDesktopUpdate}>
      <Column gap={12}>
        <Text as="p">{isMandatory ? text.mandatory : text.optional}</Text>
        <UpdateFacts status={status} />
        <UpdateNotes status={status} />
        <UpdateProgress status={status} />
        <WaitingWork work={work} />
        {hasFailed ? <SaveFailure onRetry={retry} /> : <Actions status={status} />}
      </Column>
    </ModalDialog>
  );
};
