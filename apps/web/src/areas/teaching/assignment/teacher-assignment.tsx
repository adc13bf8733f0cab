/** An assignment for its teacher: settings, questions while it is a draft, publication, and the students with their results. */
import { type Assignment, deleteAssignment, setAssignmentStatus } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, PageHeader, Section, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { TopicDiscussion } from '../../../features/discussion/topic-discussion.tsx';
import { call } from '../../../platform/api/client.ts';
import { assignmentText as text } from '../../../platform/messages/zh-cn/assignment.ts';
import { examText } from '../../../platform/messages/zh-cn/exam.ts';
import { markingText } from '../../../platform/messages/zh-cn/marking.ts';
import { AssignmentColumn, CountDialog } from '../gradebook/assignment-column.tsx';
import { AssignmentDialog } from './assignment-dialog.tsx';
import { AssignmentFacts } from './assignment-facts.tsx';
import { hasPaper } from './assignment-fields.ts';
import { AssignmentQuestions } from './assignment-questions.tsx';
import { AttemptStudents } from './attempt-students.tsx';
import { ExternalScores } from './external-scores.tsx';
import { PaperAnalysisView } from './marking/paper-analysis-view.tsx';
import { RegradeHistory } from './marking/regrade-history.tsx';
import { RubricsSection } from './marking/rubrics-section.tsx';
import { MarkingSection } from './marking-section.tsx';
import { refreshAssignments } from './queries.ts';

type Asked = 'edit' | 'publish' | 'close' | 'delete' | 'count';

const Actions = ({ one }: { one: Assignment }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const handleClose = (): void => setAsked(undefined);
  const changing = useMutation({
    mutationFn: (status: 'published' | 'closed') => call(setAssignmentStatus, { id: one.id, rev: one.rev, status }),
    onSettled: (_result, error, status) => {
      setAsked(error === null && status === 'published' ? 'count' : undefined);
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
      {isDraft && (one.questions > 0 || !hasPaper(one.kind)) ? button('publish', text.publish) : null}
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
      {asked === 'count' ? <CountDialog one={one} onClose={handleClose} /> : null}
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

/** Students and marking of what is handed in, and the questions of a paper. */
const PaperParts = ({ one, onAnalysis }: { one: Assignment; onAnalysis: () => void }) => (
  <>
    {one.kind === 'discussion' && one.status !== 'draft' ? <TopicDiscussion topicId={one.id} /> : null}
    {one.status === 'draft' ? null : (
      <Section
        title={text.studentsTitle}
        more={
          one.task === undefined ? (
            <button type="button" className={buttonClass('quiet')} onClick={onAnalysis}>
              {markingText.openAnalysis}
            </button>
          ) : undefined
        }
      >
        <AttemptStudents one={one} />
      </Section>
    )}
    {one.status !== 'draft' && one.mayEdit && one.kind !== 'reading' ? <MarkingSection one={one} /> : null}
    {one.status === 'draft' ? null : (
      <>
        <AssignmentColumn one={one} />
        {one.task === undefined ? <RegradeHistory one={one} /> : null}
      </>
    )}
    {one.kind === 'reading' ? null : <RubricsSection one={one} />}
    {one.task === undefined ? <AssignmentQuestions one={one} /> : null}
  </>
);

/** The points of work that is done elsewhere. */
const ExternalParts = ({ one }: { one: Assignment }) => (
  <>
    <Section title={text.scoresTitle}>{one.status === 'draft' ? <p>{text.scoresDraft}</p> : <ExternalScores one={one} />}</Section>
    {one.status === 'draft' ? null : <AssignmentColumn one={one} />}
  </>
);

export const TeacherAssignment = ({ one }: { one: Assignment }) => {
  const [params, setParams] = useSearchParams();
  const isPaper = hasPaper(one.kind);
  if (params.get('view') === 'analysis' && isPaper && one.status !== 'draft')
    return <PaperAnalysisView one={one} onBack={() => setParams({})} />;
  return (
    <>
      <PageHeader title={one.title} lead={one.status === 'draft' && isPaper ? text.draftLead : one.instructions}>
        <StateBadge>{text.kinds[one.kind]}</StateBadge>
        <StateBadge tone={one.status === 'published' ? 'good' : 'plain'}>{text.statuses[one.status]}</StateBadge>
      </PageHeader>
      <Stack gap={20}>
        <Text to={`/class/${one.classId}`} as={Link} tone="accent" underline>
          {text.backToClass(one.className)}
        </Text>
        {isPaper && one.status !== 'draft' ? (
          <Text to={`/assignment/${one.id}/room`} as={Link} tone="accent" underline>
            {examText.open}
          </Text>
        ) : null}
        <AssignmentFacts one={one} policy={one.policy} />
        {one.mayEdit ? <Actions one={one} /> : null}
      </Stack>
      {one.kind !== 'external' ? <PaperParts one={one} onAnalysis={() => setParams({ view: 'analysis' })} /> : <ExternalParts one={one} />}
    </>
  );
};
