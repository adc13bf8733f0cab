/** The students of an exam with live states, and what the invigilator may do for one of them. */
import type { ExamRoom, ExamStudent, ExamStudentState } from '@shufang/contract';
import { Cluster, EmptyState, type RecordColumn, RecordTable, StateBadge, Text, TextButton } from '@shufang/ui';
import { examText as text } from '../../../../platform/messages/zh-cn/exam.ts';
import { recordsText } from '../../../../platform/messages/zh-cn/records.ts';

const TONES: Readonly<Record<ExamStudentState, 'plain' | 'good' | 'wait' | 'stop'>> = {
  notStarted: 'plain',
  writing: 'good',
  paused: 'wait',
  away: 'stop',
  handedIn: 'plain',
};

export type StudentAction = 'pause' | 'resume' | 'extend';

/** The actions that a state allows. */
const ACTIONS: Readonly<Record<ExamStudentState, readonly StudentAction[]>> = {
  notStarted: [],
  writing: ['pause', 'extend'],
  paused: ['resume', 'extend'],
  away: ['pause', 'extend'],
  handedIn: [],
};

const columnsOf = ({ questions, now }: ExamRoom): RecordColumn<ExamStudent>[] => [
  {
    name: text.columns.name,
    kind: 'head',
    render: ({ name, studentNo }) => (
      <>
        {name}
        <Text block size={13} tone="faint" weight={400}>
          {studentNo}
        </Text>
      </>
    ),
  },
  {
    name: text.columns.state,
    render: ({ state, unread }) => (
      <Cluster as="span" gap={8}>
        <StateBadge tone={TONES[state]}>{text.states[state]}</StateBadge>
        {unread === 0 ? null : <StateBadge tone="wait">{text.unread(unread)}</StateBadge>}
      </Cluster>
    ),
  },
  { name: text.columns.done, kind: 'figure', render: ({ answered }) => text.doneOf(answered, questions) },
  { name: text.columns.end, kind: 'figure', render: (student) => text.end(student, now) },
  { name: text.columns.seen, kind: 'figure', render: ({ seenAt }) => (seenAt === undefined ? '' : text.seen(seenAt)) },
];

interface RoomStudentsProps {
  readonly room: ExamRoom;
  readonly onAction: (action: StudentAction, student: ExamStudent) => void;
}

export const RoomStudents = ({ room, onAction }: RoomStudentsProps) => {
  if (room.students.length === 0)
    return (
      <EmptyState title={text.noStudents}>
        <p>{text.noStudentsHint}</p>
      </EmptyState>
    );
  const actions: RecordColumn<ExamStudent> = {
    name: recordsText.actions,
    kind: 'actions',
    render: (student) =>
      ACTIONS[student.state].map((action) => (
        <TextButton
          key={action}
          tone="accent"
          underline
          aria-label={text.actionOf(text[action], student.name)}
          onClick={() => onAction(action, student)}
        >
          {text[action]}
        </TextButton>
      )),
  };
  const columns = room.mayEdit && room.isOpen ? [...columnsOf(room), actions] : columnsOf(room);
  return <RecordTable caption={text.columns.name} columns={columns} rows={room.students} keyOf={({ userId }) => userId} />;
};
