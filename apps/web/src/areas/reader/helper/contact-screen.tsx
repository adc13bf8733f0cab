/** `/helper/contact`: links to the manuals, contact details, the form for help tickets, the user's help tickets, and the service status. */
import type { TicketDiagnostics } from '@shufang/contract';
import { Column, Grid, PageHeader, Section, Text } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { CaptchaField } from '../../../features/account/captcha-field.tsx';
import { useCaptcha } from '../../../features/account/use-captcha.ts';
import { collectDiagnostics } from '../../../features/help/collect-diagnostics.ts';
import { ContactCard } from '../../../features/help/contact-card.tsx';
import { MyTickets } from '../../../features/help/my-tickets.tsx';
import { ticketsQuery } from '../../../features/help/queries.ts';
import { StatusBoard } from '../../../features/help/status-board.tsx';
import { TicketForm } from '../../../features/help/ticket-form.tsx';
import { useSyncState } from '../../../features/sync/use-sync.ts';
import { helpText } from '../../../platform/messages/zh-cn/help.ts';
import { manuals } from '../../../platform/messages/zh-cn/manuals/manuals.ts';
import { termsText } from '../../../platform/messages/zh-cn/terms.ts';
import { useSession } from '../../../platform/session/session.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';
import styles from './contact-screen.module.css';

const useDiagnostics = (): TicketDiagnostics => {
  const { state } = useLocation();
  const { waiting, rejected } = useSyncState();
  const from = typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' ? state.from : '';
  const refused = rejected.length;
  return useMemo(
    () => collectDiagnostics({ page: from === '' ? location.pathname : from, sync: { waiting, rejected: refused } }),
    [from, waiting, refused],
  );
};

/** State passed by another page: the text to fill into the form for help tickets, or the book that the user asks the library to get. */
const navigationState = z.object({
  ask: z.string().optional(),
  askLibrary: z.object({ title: z.string(), isbn: z.string().optional() }).optional(),
});

const useAsk = (): string | undefined => {
  const { ask, askLibrary } = navigationState.safeParse(useLocation().state).data ?? {};
  return askLibrary === undefined ? ask : helpText.askLibraryBody(askLibrary.title, askLibrary.isbn);
};

interface FormProps {
  readonly owner: string;
  readonly diagnostics: TicketDiagnostics;
  readonly start: string | undefined;
}

const AnonymousForm = ({ owner, diagnostics, start }: FormProps) => {
  const captcha = useCaptcha();
  return (
    <TicketForm
      owner={owner}
      diagnostics={diagnostics}
      start={start}
      onSent={() => undefined}
      captcha={{
        key: captcha.key,
        refresh: captcha.refresh,
        render: (field, error) => (
          <div className={styles.captcha}>
            <CaptchaField field={field} error={error} captcha={captcha} />
          </div>
        ),
      }}
    />
  );
};

const useLinkedSection = (): void => {
  const location = useLocation();
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [location]);
};

export const Component = () => {
  const userId = useSession((session) => session.userId);
  const owner = useOwner();
  const diagnostics = useDiagnostics();
  const queryClient = useQueryClient();
  const ask = useAsk();
  useLinkedSection();
  return (
    <>
      <PageHeader title={helpText.contactTitle} lead={helpText.contactLead} />
      <nav aria-label={helpText.manualsTitle}>
        <Grid as="ul" gap={16} className={styles.manuals}>
          {manuals.map(({ name, path, title }) => (
            <li key={name}>
              <Column to={path} as={Link} className={styles.manual}>
                <Text size={17} weight={700} serif>
                  {title}
                </Text>
                <Text size={14} tone="soft">
                  {helpText.manualLead[name]}
                </Text>
              </Column>
            </li>
          ))}
        </Grid>
      </nav>
      <Section id={helpText.contact.id} title={helpText.contact.title}>
        <ContactCard />
      </Section>
      <Section id={helpText.ask.id} title={helpText.ask.title}>
        {userId === undefined ? (
          <AnonymousForm key={ask} owner={owner} diagnostics={diagnostics} start={ask} />
        ) : (
          <TicketForm
            key={ask}
            owner={owner}
            diagnostics={diagnostics}
            start={ask}
            onSent={() => void queryClient.invalidateQueries({ queryKey: ticketsQuery(userId).queryKey })}
          />
        )}
      </Section>
      {userId === undefined ? null : (
        <Section id={helpText.mine.id} title={helpText.mine.title}>
          <MyTickets userId={userId} />
        </Section>
      )}
      <Section id={helpText.status.id} title={helpText.status.title}>
        <StatusBoard />
      </Section>
      <Section id="terms" title={termsText.title}>
        <p>
          {termsText.lead} <Link to="/helper/terms">{termsText.open}</Link>
        </p>
      </Section>
    </>
  );
};
