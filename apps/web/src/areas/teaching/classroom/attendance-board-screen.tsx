/** `/class/:id/attendance/:itemId/board`: the code of the attendance and its QR code for the projector, in letters legible from the last row. */
import { buttonClass, Cluster, EmptyState, PageHeader, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isRefusal } from '../../../platform/api/api-error.ts';
import { classroomText as text } from '../../../platform/messages/zh-cn/classroom.ts';
import { publicOrigin } from '../../../platform/public-origin.ts';
import { QrCode } from '../../../platform/qr/qr-code.tsx';
import { useSession } from '../../../platform/session/session.ts';
import styles from './classroom.module.css';
import { ClassroomPage, ClassroomPending } from './classroom-page.tsx';
import { attendanceCodeQuery } from './queries.ts';
import { useClassroomChanges } from './use-classroom-changes.ts';

/** Returns the seconds until the code changes, counted on this device from when the response came. */
const useSecondsLeft = (receivedAt: number, changesInMs: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((changesInMs - (now - receivedAt)) / 1_000));
};

const Seconds = ({ receivedAt, changesInMs }: { receivedAt: number; changesInMs: number }) => (
  <Text as="p" tabular className={styles.boardText}>
    {text.boardChanges(useSecondsLeft(receivedAt, changesInMs))}
  </Text>
);

const Loaded = ({ id, classId }: { id: string; classId: string }) => {
  const userId = useSession((session) => session.userId);
  useClassroomChanges();
  const { data, error, refetch, dataUpdatedAt } = useQuery(attendanceCodeQuery(userId, id));
  const links = (
    <Cluster gap={12} justify="center">
      <Link to={`/class/${classId}/attendance/${id}`} className={buttonClass('quiet')}>
        {text.records}
      </Link>
      <Link to={`/class/${classId}?tab=interact`} className={buttonClass('quiet')}>
        {text.back}
      </Link>
    </Cluster>
  );
  if (isRefusal(error, 'attendance.closed')) {
    return (
      <>
        <PageHeader title={text.attendance} />
        <EmptyState title={text.boardClosed}>{links}</EmptyState>
      </>
    );
  }
  if (data === undefined) {
    return (
      <ClassroomPending
        title={text.attendance}
        classId={classId}
        error={error}
        onRetry={() => void refetch()}
        notFound={{ title: text.boardOnlyTeacher, hint: text.notFoundHint }}
      />
    );
  }
  const { code, title, className, present, members, changesInMs } = data;
  return (
    <>
      <PageHeader title={className} lead={title} />
      <Stack gap={20} justifyItems="center" className={styles.board}>
        <Text as="p" className={styles.boardText}>
          {text.boardStep}
        </Text>
        <Text as="p" tabular className={styles.boardCode}>
          {code}
        </Text>
        <Seconds receivedAt={dataUpdatedAt} changesInMs={changesInMs} />
        <div className={styles.boardQr}>
          <QrCode text={`${publicOrigin()}/class/${classId}?tab=interact&code=${code}`} label={text.boardQr} size={280} />
        </div>
        <Text as="p" tabular className={styles.boardText} role="status">
          {text.boardCount(present, members)}
        </Text>
        {links}
      </Stack>
    </>
  );
};

export const Component = () => {
  const { id = '', itemId = '' } = useParams();
  return (
    <ClassroomPage title={text.attendance}>
      <Loaded key={itemId} id={itemId} classId={id} />
    </ClassroomPage>
  );
};
