/** Notice that the book of a class has a newer version: its changes, and for the teacher the button that adopts it. */
import { adoptNewestVersion, type ClassGroup } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, Stack, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';

export const NewerVersion = ({ group: { id, book, role, versionNo, newestVersionNo } }: { group: ClassGroup }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const adopting = useMutation({
    mutationFn: () => call(adoptNewestVersion, { id, versionNo: newestVersionNo }),
    onSettled: () => {
      setAsks(false);
      return refreshClasses(queryClient);
    },
  });
  if (book === undefined || newestVersionNo <= versionNo) return null;
  const changes = (
    <Link to={`/course/changes/${book.id}?since=${versionNo}`} className={buttonClass('quiet')}>
      {text.seeChanges}
    </Link>
  );
  return (
    <Stack gap={8}>
      <Text as="p" size={14} tone="soft">
        {text.newerVersion(versionNo, newestVersionNo)}
      </Text>
      <Cluster gap={12}>
        {changes}
        {role === 'teacher' ? (
          <button type="button" className={buttonClass('quiet')} onClick={() => setAsks(true)}>
            {text.adopt(newestVersionNo)}
          </button>
        ) : null}
      </Cluster>
      {asks ? (
        <ConfirmDialog
          title={text.adoptTitle(newestVersionNo)}
          confirmLabel={text.adopt(newestVersionNo)}
          cancelLabel={text.cancel}
          isBusy={adopting.isPending}
          onConfirm={() => adopting.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.adoptLead}</p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
};
