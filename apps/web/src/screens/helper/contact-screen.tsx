/** `/helper/contact`: the manuals first, then whom to ask, the form, one's own questions, and how the service stands. */
import type { TicketDiagnostics } from '@shufang/contract';
import { PageHeader, Section } from '@shufang/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { CaptchaField } from '../../features/account/captcha-field.tsx';
import { useCaptcha } from '../../features/account/use-captcha.ts';
import { collectDiagnostics } from '../../features/help/collect-diagnostics.ts';
import { ContactCard } from '../../features/help/contact-card.tsx';
import { MyTickets } from '../../features/help/my-tickets.tsx';
import { ticketsQuery } from '../../features/help/queries.ts';
import { StatusBoard } from '../../features/help/status-board.tsx';
import { TicketForm } from '../../features/help/ticket-form.tsx';
import { useSyncState } from '../../features/sync/use-sync.ts';
import { helpText } from '../../platform/messages/zh-cn/help.ts';
import { manuals } from '../../platform/messages/zh-cn/manuals/manuals.ts';
import { useSession } from '../../platform/session/session.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
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

/** What another page asks on the person's behalf: that their library buys a book. */
const useAsk = (): string | undefined => {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null && 'ask' in state && typeof state.ask === 'string' ? state.ask : undefined;
};

interface FormProps {
  readonly owner: string;
  readonly diagnostics: TicketDiagnostics;
  readonly start: string | undefined;
}

const StrangerForm = ({ owner, diagnostics, start }: FormProps) => {
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

const useNamedSection = (): void => {
  const place = useLocation();
  useEffect(() => {
    if (place.hash !== '') document.getElementById(place.hash.slice(1))?.scrollIntoView();
  }, [place]);
};

export const Component = () => {
  const userId = useSession((session) => session.userId);
  const owner = useOwner();
  const diagnostics = useDiagnostics();
  const queryClient = useQueryClient();
  const ask = useAsk();
  useNamedSection();
  return (
    <>
      <PageHeader title={helpText.contactTitle} lead={helpText.contactLead} />
      <nav aria-label={helpText.manualsTitle}>
        <ul className={styles.manuals}>
          {manuals.map(({ name, path, title }) => (
            <li key={name}>
              <Link to={path} className={styles.manual}>
                <span className={styles.manualTitle}>{title}</span>
                <span className={styles.manualLead}>{helpText.manualLead[name]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Section id={helpText.contact.id} title={helpText.contact.title}>
        <ContactCard />
      </Section>
      <Section id={helpText.ask.id} title={helpText.ask.title}>
        {userId === undefined ? (
          <StrangerForm key={ask} owner={owner} diagnostics={diagnostics} start={ask} />
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
      <Section id={helpText.terms.id} title={helpText.terms.title}>
        <ul className={styles.terms}>
          {helpText.termsItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Section>
    </>
  );
};
