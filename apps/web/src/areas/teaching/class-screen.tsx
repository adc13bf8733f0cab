/** `/class/:id`: a class for its teachers and its members. Each tab is in the URL as `?tab=`, and loads its code and its data by itself. */
import type { ClassGroup } from '@shufang/contract';
import { PageHeader, RecordsSkeleton, StateBadge, Tabs } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { RecordPage, RecordPending } from '../../features/account/record-page.tsx';
import { UserMenu } from '../../features/account/user-menu.tsx';
import { classQuery } from '../../features/teaching/queries.ts';
import { recordsText } from '../../platform/messages/zh-cn/records.ts';
import { teachingText as text } from '../../platform/messages/zh-cn/teaching.ts';
import { useSession } from '../../platform/session/session.ts';
import { ClassOverview } from './class-overview.tsx';
import styles from './teaching.module.css';

interface ClassTab {
  /** Its value in the URL. */
  readonly value: string;
  readonly label: (group: ClassGroup) => string;
  readonly count?: (group: ClassGroup) => number;
  readonly Panel: ComponentType<{ group: ClassGroup }>;
}

const OVERVIEW = 'overview';

/** The tabs in their order. A tab that other code is needed for than the first one is loaded when it is opened. */
const tabs: readonly ClassTab[] = [
  { value: OVERVIEW, label: () => text.tabs.overview, Panel: ClassOverview },
  {
    value: 'members',
    label: ({ role }) => (role === 'student' ? text.tabs.classmates : text.tabs.members),
    count: ({ members }) => members,
    Panel: lazy(async () => ({ default: (await import('./class-members.tsx')).ClassMembers })),
  },
  { value: 'plan', label: () => text.tabs.plan, Panel: lazy(async () => ({ default: (await import('./class-plan.tsx')).ClassPlan })) },
  {
    value: 'work',
    label: () => text.tabs.work,
    Panel: lazy(async () => ({ default: (await import('./assignment/class-assignments.tsx')).ClassAssignments })),
  },
  {
    value: 'grades',
    label: ({ role }) => (role === 'student' ? text.tabs.myGrades : text.tabs.grades),
    Panel: lazy(async () => ({ default: (await import('./gradebook/class-grades.tsx')).ClassGrades })),
  },
  {
    value: 'interact',
    label: () => text.tabs.interact,
    Panel: lazy(async () => ({ default: (await import('./classroom/class-interaction.tsx')).ClassInteraction })),
  },
  {
    value: 'settings',
    label: () => text.tabs.settings,
    Panel: lazy(async () => ({ default: (await import('./class-settings.tsx')).ClassSettings })),
  },
];

const OneClass = ({ group }: { group: ClassGroup }) => {
  const [params, setParams] = useSearchParams();
  const { value, Panel } = tabs.find((tab) => tab.value === params.get('tab')) ?? { value: OVERVIEW, Panel: ClassOverview };
  return (
    <>
      <PageHeader title={group.name} lead={text.lineOf(group)}>
        {group.status === 'active' ? null : <StateBadge>{text.statuses[group.status]}</StateBadge>}
      </PageHeader>
      <UserMenu current={group.role === 'student' ? '/user' : '/user/teacher'} />
      <Tabs
        label={text.tabsLabel}
        tabs={tabs.map((tab) => ({ value: tab.value, label: tab.label(group), count: tab.count?.(group) }))}
        value={value}
        onChange={(next) => setParams(next === OVERVIEW ? {} : { tab: next }, { replace: true })}
      >
        <div className={styles.tab}>
          <Suspense fallback={<RecordsSkeleton label={recordsText.loading} />}>
            <Panel key={value} group={group} />
          </Suspense>
        </div>
      </Tabs>
    </>
  );
};

const Loaded = ({ id }: { id: string }) => {
  const userId = useSession((session) => session.userId);
  const { data, error, refetch } = useQuery(classQuery(userId, id));
  if (data !== undefined) return <OneClass group={data} />;
  return (
    <RecordPending
      title={text.classTitle}
      what={text.what}
      error={error}
      onRetry={() => void refetch()}
      missingCodes={['class.notFound', 'request.invalid']}
      missing={{ title: text.notFound, hint: text.notFoundHint, link: { to: '/class/join', text: text.toJoin } }}
    />
  );
};

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <RecordPage title={text.classTitle} signedOutText={text.classSignedOut}>
      <Loaded key={id} id={id} />
    </RecordPage>
  );
};
