/**
 * The update dialog of the desktop client (specification.md §2): versions, release notes and progress. It cannot be closed while a mandatory
 * update is offered or downloaded, except after an error or a minute. When the download is complete, the client ends and installs it.
 */
import { findDesktop, type UpdateStatus } from '@shufang/desktop-bridge';
import { buttonClass, Cluster, Column, ModalDialog, Text } from '@shufang/ui';
import { useEffect, useState } from 'react';
import { dismissDesktopUpdate } from '../../platform/installed/desktop-update.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { UpdateFacts, UpdateNotes, UpdateProgress, WaitingWork } from './desktop-update-parts.tsx';

const text = clientsText.desktop;

/** Time in ms between the end of the download and the end of the client, in which open editors store what was typed. */
const SAVING_MS = 1_500;

/** Time in ms after which a mandatory update that has not succeeded may wait. */
const LATE_MS = 60_000;

/** Ends the client once the download is complete. What is being typed is stored before, as when the user leaves the field. */
const useInstallation = (isComplete: boolean): void => {
  useEffect(() => {
    if (!isComplete) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const timer = setTimeout(() => findDesktop()?.quitAndInstall(), SAVING_MS);
    return () => clearTimeout(timer);
  }, [isComplete]);
};

/** Returns whether the update has not succeeded for a while, so that the user may go on working. */
const useIsLate = (): boolean => {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};

const Later = () => (
  <button type="button" className={buttonClass('quiet')} onClick={dismissDesktopUpdate}>
    {text.later}
  </button>
);

/** `mayLeave`: whether a mandatory update may wait. */
const Actions = ({ status: { phase, decision }, mayLeave }: { status: UpdateStatus; mayLeave: boolean }) => {
  const desktop = findDesktop();
  const isMandatory = decision === 'mandatory';
  const later = isMandatory && mayLeave ? <Later /> : null;
  if (phase === 'downloading' && later !== null)
    return (
      <Cluster gap={12} justify="end">
        {later}
      </Cluster>
    );
  if (phase === 'downloadComplete') return <Text as="p">{text.restarting}</Text>;
  if (phase !== 'prepare' && phase !== 'error') return null;
  return (
    <Cluster gap={12} justify="end">
      {later}
      {isMandatory ? null : (
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

/** `waiting`: number of changes on this device that are not synchronized yet. */
export const DesktopUpdateDialog = ({ status, waiting }: { status: UpdateStatus; waiting: number }) => {
  const { decision, phase } = status;
  const isMandatory = decision === 'mandatory';
  const isLate = useIsLate();
  const mayLeave = phase === 'error' || isLate;
  useInstallation(phase === 'downloadComplete');
  return (
    <ModalDialog
      title={text.dialogTitle}
      onClose={(isMandatory && !mayLeave) || phase === 'downloadComplete' ? undefined : dismissDesktopUpdate}
    >
      <Column gap={12}>
        <Text as="p">{isMandatory ? text.mandatory : text.optional}</Text>
        <UpdateFacts status={status} />
        <UpdateNotes status={status} />
        <UpdateProgress status={status} />
        <WaitingWork waiting={waiting} />
        <Actions status={status} mayLeave={mayLeave} />
      </Column>
    </ModalDialog>
  );
};
