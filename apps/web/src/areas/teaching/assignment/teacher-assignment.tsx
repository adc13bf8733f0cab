/** An assignment for its teacher: settings, questions while it is a draft, publication, and the students with their results. */
import { type Assignment, deleteAssignment, setAssignmentStatus } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, PageHeader, Section, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../platform/api/client.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { AssignmentFacts } from './assignment-facts.tsx';
import { AssignmentQuestions } from './assignment-questions.tsx';
import { AttemptStudents } from './attempt-students.tsx';
import { MarkingSection } from './marking-section.tsx';
import { refreshAssignments } from './queries.ts';

type Asked = 'edit' | 'publish' | 'close' | 'delete';

const Actions = ({ one }: { one: Assignment }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const handleClose = (): void => setAsked(undefined);
  const changing = useMutation({
    mutationFn: (status: 'published' | 'closed') => call(setAssignmentStatus, { id: one.id, rev: one.rev, status }),
    onSettled: () => {
      handleClose();
      return refreshAssignments(queryClient);
    },
  });
  const deleting = useMutation({
    mutationFn: () => call(deleteAssignment, { id: one.id }),
    onSuccess: async () => {
      await navigate(`/class/${one.classId}`);
      await refreshAssignments(queryClient);
    },
  });
  const button = (action: Asked, label: string, kind?: 'quiet' | 'quietDanger') => (
    <button type="button" className={buttonClass(kind)} onClick={() => setAsked(action)}>
      {label}
    </button>
  );
  const isDraft = one.status === 'draft';
  return (
    <Cluster gap={12}>
      {isDraft && one.questions > 0 ? button('publish', text.publish) : null}
      {button('edit', text.edit, 'quiet')}
      {one.status === 'published' ? button('close', text.close, 'quiet') : null}
      {isDraft ? button('delete', text.remove, 'quietDanger') : null}
      {asked === 'edit' ? <AssignmentDialog classId={one.classId} assignment={one} onClose={handleClose} /> : null}
      {asked === 'publish' ? (
        <ConfirmDialog
          title={text.publishTitle(one.title)}
          confirmLabel={text.publish}
          cancelLabel={text.cancel}
          isBusy={changing.isPending}
          onConfirm={() => changing.mutate('published')}
          onClose={handleClose}
        >
          <p>{text.publishLead(one.counts?.students ?? 0)}</p>
        </ConfirmDialog>
      ) : null}
      {asked === 'close' ? (
        <ConfirmDialog
          title={text.closeTitle}
          confirmLabel={text.close}
          cancelLabel={text.cancel}
          isBusy={changing.isPending}
          isDestructive
          onConfirm={() => changing.mutate('closed')}
          onClose={handleClose}
        >
          <p>{text.closeLead}</p>
        </ConfirmDialog>
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDialog
          title={text.removeTitle}
          confirmLabel={text.remove}
          cancelLabel={text.cancel}
          isBusy={deleting.isPending}
          isDestructive
          onConfirm={() => deleting.mutate()}
          onClose={handleClose}
        >
          <p>{text.removeLead}</p>
        </ConfirmDialog>
      ) : null}
    </Cluster>
  );
};

export const TeacherAssignment = ({ one }: { one: Assignment }) => (
  <>
    <PageHeader title={one.title} lead={one.status === 'draft' ? text.draftLead : one.instructions}>
      <StateBadge>{text.kinds[one.kind]}</StateBadge>
      <StateBadge tone={one.status === 'published' ? 'good' : 'plain'}>{text.statuses[one.status]}</StateBadge>
    </PageHeader>
    <Stack gap={20}>
      <Text to={`/class/${one.classId}`} as={Link} tone="accent" underline>
        {text.backToClass(one.className)}
      </Text>
      <AssignmentFacts one={one} policy={one.policy} />
      {one.mayEdit ? <Actions one={one} /> : null}
    </Stack>
    {one.status === 'draft' ? null : (
      <Section title={text.studentsTitle}>
        <AttemptStudents one={one} />
      </Section>
    )}
    {one.status !== 'draft' && one.mayEdit ? <MarkingSection one={one} /> : null}
    <AssignmentQuestions one={one} />
  </>
);
