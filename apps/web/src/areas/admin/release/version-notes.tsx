/** Button that shows the release notes of a version, and the texts that its publisher signed. */
import { buttonClass, Facts, LoadFailure, ModalDialog, RecordsSkeleton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReleaseNotes } from '../../../features/release/release-notes.tsx';
import { adminReleasesText as text } from '../../../platform/messages/zh-cn/admin-releases.ts';
import { clientsText } from '../../../platform/messages/zh-cn/clients.ts';
import { recordsText } from '../../../platform/messages/zh-cn/records.ts';
import { type NamedVersion, nameOfRecord, versionNotesQuery } from './release-queries.ts';

const Notes = ({ version }: { version: NamedVersion }) => {
  const { data, isPending, refetch } = useQuery(versionNotesQuery(version));
  if (isPending) return <RecordsSkeleton label={recordsText.loading} />;
  if (data === undefined)
    return <LoadFailure text={recordsText.failed(text.notes)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  return (
    <>
      <ReleaseNotes version={version.versionCode} system={clientsText.buildName(version.platform, version.arch)} html={data.description} />
      <Facts
        items={[
          [text.needs, data.systemNeeds || text.none],
          [text.silent, data.silentInstall || text.none],
        ]}
      />
    </>
  );
};

export const VersionNotes = ({ version }: { version: NamedVersion }) => {
  const [isOpen, setOpen] = useState(false);
  const name = text.notesOf(nameOfRecord(version));
  return (
    <>
      <button type="button" className={buttonClass('quiet')} aria-label={name} onClick={() => setOpen(true)}>
        {text.showNotes}
      </button>
      {isOpen ? (
        <ModalDialog title={name} onClose={() => setOpen(false)}>
          <Notes version={version} />
          <button type="button" className={buttonClass('quiet')} onClick={() => setOpen(false)}>
            {text.close}
          </button>
        </ModalDialog>
      ) : null}
    </>
  );
};
