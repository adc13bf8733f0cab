/** `/class/join`: the invitation of a join code, which may be in the URL of a scanned QR code, and the form that joins the class. */
import { type ClassInvitation, classCode, findClassByCode, joinClass, LIMITS } from '@shufang/contract';
import {
  buttonClass,
  Cluster,
  EmptyState,
  LoadFailure,
  Page,
  PageHeader,
  RecordCard,
  RecordsSkeleton,
  Stack,
  Text,
  TextField,
} from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { refreshRights } from '../../features/activation-code/queries.ts';
import { JoinByCode } from '../../features/teaching/join-by-code.tsx';
import { invitationQuery, refreshClasses } from '../../features/teaching/queries.ts';
import { isRefusal } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';

const memberFields = z.object({ name: z.string().trim().min(1, text.realNameNeeded), studentNo: z.string().trim() });

const JoinForm = ({ code, onWait }: { code: string; onWait: () => void }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initial: { name: '', studentNo: '' }, schema: memberFields });
  const joining = useMutation({
    mutationFn: (fields: z.output<typeof memberFields>) => call(joinClass, { code, ...fields }),
    onSuccess: async ({ status, classId }) => {
      if (status === 'pending') return onWait();
      await Promise.all([refreshClasses(queryClient), refreshRights(queryClient)]);
      return navigate(`/class/${classId}`);
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!joining.isPending) joining.mutate(fields);
  });
  return (
    <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} aria-label={text.join}>
      <TextField
        label={text.realName}
        hint={text.realNameHint}
        error={form.errors.name?.message}
        maxLength={LIMITS.memberNameChars}
        autoComplete="name"
        {...form.register('name')}
      />
      <TextField label={text.studentNo} hint={text.studentNoHint} maxLength={LIMITS.memberStudentNoChars} {...form.register('studentNo')} />
      <Cluster gap={12}>
        <button type="submit" className={buttonClass()} aria-disabled={joining.isPending}>
          {joining.isPending ? text.joining : text.join}
        </button>
        <Link to="/class/join" className={buttonClass('quiet')}>
          {text.otherCode}
        </Link>
      </Cluster>
    </Stack>
  );
};

const Invitation = ({ code, invitation }: { code: string; invitation: ClassInvitation }) => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const [waits, setWaits] = useState(false);
  if (waits) {
    return (
      <EmptyState title={text.waitsTitle}>
        <p>{text.waitsHint}</p>
      </EmptyState>
    );
  }
  return (
    <RecordCard title={invitation.name}>
      <Stack gap={20}>
        <Text as="p" tone="soft">
          {text.invitation(invitation)}
        </Text>
        <p>{text.invitationBook(invitation)}</p>
        <p>{text.invitationProgress}</p>
        {invitation.joinPolicy === 'approve' ? <p>{text.byApproval}</p> : null}
        {isSignedIn ? (
          <JoinForm code={code} onWait={() => setWaits(true)} />
        ) : (
          <p>
            <button type="button" className={buttonClass()} onClick={() => broadcast('signInRequest')}>
              {text.signInToJoin}
            </button>
          </p>
        )}
      </Stack>
    </RecordCard>
  );
};

const Join = ({ typed }: { typed: string }) => {
  const parsed = classCode.safeParse(typed);
  const { data, error, isFetching, refetch } = useQuery(invitationQuery(parsed.data ?? ''));
  if (data !== undefined && parsed.data !== undefined) return <Invitation code={parsed.data} invitation={data} />;
  if (isFetching) return <RecordsSkeleton label={recordsText.loading} />;
  if (error !== null && !isRefusal(error, ...findClassByCode.errors))
    return <LoadFailure text={text.findFailed} retryLabel={recordsText.retry} onRetry={() => void refetch()} />;
  const refusal = typed === '' ? undefined : (error?.message ?? parsed.error?.issues[0]?.message);
  return <JoinByCode initialCode={typed} refusal={refusal} />;
};

export const Component = () => {
  const [params] = useSearchParams();
  const typed = params.get('code') ?? '';
  return (
    <Page width="text">
      <PageHeader title={text.joinTitle} lead={text.joinLead} />
      <Join key={typed} typed={typed} />
    </Page>
  );
};
