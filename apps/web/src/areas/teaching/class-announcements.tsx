/** The announcements of a class, with a dialog that publishes one. */
import { type Announcement, type ClassGroup, deleteAnnouncement, LIMITS, publishAnnouncement } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  ConfirmDialog,
  DialogActions,
  ModalDialog,
  Panel,
  RecordList,
  Section,
  Stack,
  StateBadge,
  Text,
  TextAreaField,
  TextButton,
} from '@shufang/ui';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { announcementsQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { classText as text } from '../../platform/messages/zh-cn/class.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import { useSession } from '../../platform/session/session.ts';

const fields = z.object({ body: z.string().trim().min(1, text.announcementNeeded) });

const PublishDialog = ({ classId, onClose }: { classId: string; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useForm({ initial: { body: '' }, schema: fields, draft: `announcement:${classId}` });
  const publishing = useMutation({
    mutationFn: ({ body }: z.output<typeof fields>) => call(publishAnnouncement, { classId, body }),
    onSuccess: () => {
      form.reset();
      onClose();
      return refreshClasses(queryClient);
    },
  });
  const handleSubmit = form.handleSubmit((values) => {
    if (!publishing.isPending) publishing.mutate(values);
  });
  return (
    <ModalDialog title={text.publish} onClose={onClose}>
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit}>
        <TextAreaField
          label={text.announcement}
          hint={text.announcementHint}
          error={form.errors.body?.message}
          rows={6}
          maxLength={LIMITS.announcementChars}
          {...form.register('body')}
        />
        <DialogActions cancelLabel={text.cancel} submitLabel={text.publishNow} isBusy={publishing.isPending} onCancel={onClose} />
      </Stack>
    </ModalDialog>
  );
};

const Delete = ({ classId, one: { id, body } }: { classId: string; one: Announcement }) => {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const deleting = useMutation({
    mutationFn: () => call(deleteAnnouncement, { classId, id }),
    onSettled: () => {
      setAsks(false);
      return refreshClasses(queryClient);
    },
  });
  return (
    <>
      <TextButton type="button" aria-label={text.deleteOf(body)} onClick={() => setAsks(true)}>
        {text.delete}
      </TextButton>
      {asks ? (
        <ConfirmDialog
          title={text.deleteTitle}
          confirmLabel={text.delete}
          cancelLabel={text.cancel}
          isBusy={deleting.isPending}
          isDestructive
          onConfirm={() => deleting.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{text.deleteLead}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

export const ClassAnnouncements = ({ group: { id, mayAnnounce } }: { group: ClassGroup }) => {
  const userId = useSession((session) => session.userId);
  const [isWriting, setWriting] = useState(false);
  const pages = useRecordPages(useInfiniteQuery(announcementsQuery(userId, id)), recordsText.failed(text.announcements));
  const publish = mayAnnounce ? (
    <button type="button" className={buttonClass('quiet')} onClick={() => setWriting(true)}>
      {text.publish}
    </button>
  ) : null;
  return (
    <Section title={text.announcements} more={publish}>
      <RecordList pages={pages} empty={{ title: text.noAnnouncements, children: <p>{text.noAnnouncementsHint}</p> }}>
        {(items) => (
          <Stack as="ul" gap={12}>
            {items.map((one) => (
              <Panel key={one.id} as="li">
                <Cluster gap={8} align="center" justify="between">
                  <Cluster gap={8} align="center">
                    <Text size={14} tone="soft">
                      {text.announcementLine(one)}
                    </Text>
                    {one.role === 'representative' ? <StateBadge>{text.representative}</StateBadge> : null}
                  </Cluster>
                  {one.mayDelete ? <Delete classId={id} one={one} /> : null}
                </Cluster>
                <Text as="p" marginTop={6} breakWords whiteSpace="pre-line">
                  {one.body}
                </Text>
              </Panel>
            ))}
          </Stack>
        )}
      </RecordList>
      {isWriting ? <PublishDialog classId={id} onClose={() => setWriting(false)} /> : null}
    </Section>
  );
};
