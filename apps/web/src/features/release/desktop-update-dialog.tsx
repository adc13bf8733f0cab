/**
 * The update dialog of the desktop client (specification.md §2): versions, release notes and progress. It cannot be closed while a mandatory
 * update is offered, downloaded or has failed; after an error it offers to try again. When the download is complete, the client ends and installs it.
 */
import { findDesktop, type UpdateStatus } from '@shufang/desktop-bridge';
import { buttonClass, Cluster, Column, ModalDialog, Text } from '@shufang/ui';
import { useEffect } from 'react';
import { dismissDesktopUpdate } from '../../platform/installed/desktop-update.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { UpdateFacts, UpdateNotes, UpdateProgress, WaitingWork, type WaitingWorkItem } from './desktop-update-parts.tsx';

const text = clientsText.desktop;

/** Time in ms between the end of the download and the end of the client, in which open editors store what was typed. */
const SAVING_MS = 1_500;

/** Ends the client once the download is complete. What is being typed is stored before, as when the user leaves the field. */
const useInstallation = (isComplete: boolean): void => {
  useEffect(() => {
    if (!isComplete) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const timer = setTimeout(() => findDesktop()?.quitAndInstall(), SAVING_MS);
    return () => clearTimeout(timer);
  }, [isComplete]);
};

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
  useInstallation(phase === 'downloadComplete');
  return (
    <ModalDialog title={text.dialogTitle} onClose={isMandatory || phase === 'downloadComplete' ? undefined : dismissDesktopUpdate}>
      <Column gap={12}>
        <Text as="p">{isMandatory ? text.mandatory : text.optional}</Text>
        <UpdateFacts status={status} />
        <UpdateNotes status={status} />
        <UpdateProgress status={status} />
        <WaitingWork work={work} />
        <Actions status={status} />
      </Column>
    </ModalDialog>
  );
};
