/** `/class/:id/board`: the join code and its QR code in letters that are legible from the last row, for the projector. */
import type { ClassGroup } from '@shufang/contract';
import { buttonClass, EmptyState, LoadFailure, Page, PageHeader, RecordsSkeleton, Stack, Text } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ForSignedIn } from '../../features/account/signed-out.tsx';
import { classQuery } from '../../features/teaching/queries.ts';
import { isRefusal } from '../../platform/api/api-error.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { publicOrigin } from '../../platform/public-origin.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import { useSession } from '../../platform/session/session.ts';
import { joinAddressOf } from './join-address.ts';
import styles from './teaching.module.css';

/** How often the number of members is refreshed while students join. */
const REFRESH_MS = 5_000;

const Board = ({ group: { id, name, code, members, status, isCodeOn } }: { group: ClassGroup }) => {
  const back = (
    <Link to={`/class/${id}`} className={buttonClass('quiet')}>
      {text.boardBack}
    </Link>
  );
  if (code === undefined || status !== 'active' || !isCodeOn)
    return <EmptyState title={code === undefined ? text.boardOnlyTeacher : text.boardStopped}>{back}</EmptyState>;
  return (
    <Stack gap={24} justifyItems="center" className={styles.board}>
      <Text as="p" className={styles.boardText}>
        {text.boardSteps(new URL(`${publicOrigin()}/class/join`).host + '/class/join')}
      </Text>
      <Text as="p" tabular className={styles.boardCode}>
        {code}
      </Text>
      <div className={styles.boardQr}>
        <QrCode text={joinAddressOf(code)} label={text.boardQr(name)} size={320} />
      </div>
      <Text as="p" tabular className={styles.boardText} role="status">
        {text.boardJoined(members)}
      </Text>
      <p>{back}</p>
    </Stack>
  );
};

const Loaded = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery({ ...classQuery(userId, id), refetchInterval: REFRESH_MS });
  if (data === undefined && isRefusal(error, 'class.notFound', 'request.invalid')) return <EmptyState title={text.notFound} />;
  if (data === undefined) {
    return error === null ? (
      <RecordsSkeleton label={recordsText.loading} />
    ) : (
      <LoadFailure text={recordsText.failed(text.what)} retryLabel={recordsText.retry} onRetry={() => void refetch()} />
    );
  }
  return <Board group={data} />;
};

const Title = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(classQuery(userId, id));
  return <PageHeader title={data?.name ?? text.board} />;
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <Page>
      <Title id={id} />
      <ForSignedIn signedOutText={text.boardSignedOut}>
        <Loaded key={id} id={id} />
      </ForSignedIn>
    </Page>
  );
};
