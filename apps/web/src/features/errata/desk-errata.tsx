/** Errata for editors: what readers found, to be decided, and to be marked as put right once a version is out. */
import { type DeskErratum, decideErratum, encodeLocatorParam, erratumState, LIMITS } from '@shufang/contract';
import { buttonClass, DialogActions, Facts, ModalDialog, RecordCard, StateBadge, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { errataText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { StateList } from '../../platform/records/state-list.tsx';
import { STATE_TONES } from './book-errata.tsx';
import styles from './errata.module.css';
import { DESK_ERRATA, deskErrataQuery } from './queries.ts';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });

interface Decision {
  readonly decision: 'accept' | 'duplicate' | 'reject' | 'fix';
  readonly answer?: string;
  readonly fixedInVersion?: number;
}

interface FixDialogProps {
  readonly erratum: DeskErratum;
  readonly isBusy: boolean;
  readonly onFix: (version: number) => void;
  readonly onClose: () => void;
}

const FixDialog = ({ erratum: { versionNo, currentVersion }, isBusy, onFix, onClose }: FixDialogProps) => {
  const [version, setVersion] = useState(String(currentVersion));
  const [isWrong, setWrong] = useState(false);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const no = /^\d{1,5}$/.test(version.trim()) ? Number(version) : 0;
    const wrong = no < versionNo || no > currentVersion;
    setWrong(wrong);
    if (!wrong && !isBusy) onFix(no);
  };
  return (
    <ModalDialog title={text.fixTitle} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={text.fixVersion}
          hint={text.fixVersionHint(currentVersion)}
          fault={isWrong ? text.fixVersionWrong : undefined}
          inputMode="numeric"
          maxLength={5}
          value={version}
          onChange={setVersion}
        />
        <DialogActions cancelLabel={deskText.cancel} submitLabel={text.fix} isBusy={isBusy} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
};

const Report = ({ erratum }: { erratum: DeskErratum }) => {
  const { id, bookId, bookTitle, state, quote, suggestion, chapter, locator, reason, answer, reporter } = erratum;
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'reject' | 'fix'>();
  const deciding = useMutation({
    mutationFn: (given: Decision) => call(decideErratum, { id, ...given }),
    onSuccess: () => setDialog(undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: DESK_ERRATA }),
  });
  const decide = (given: Decision): void => {
    if (!deciding.isPending) deciding.mutate(given);
  };
  const act = (label: string, onClick: () => void, kind?: 'quiet') => (
    <button
      type="button"
      className={buttonClass(kind)}
      aria-label={text.actOn(label, quote)}
      aria-disabled={deciding.isPending}
      onClick={onClick}
    >
      {label}
    </button>
  );
  const place = chapter === '' ? '' : chapter;
  return (
    <li>
      <RecordCard title={bookTitle} mark={<StateBadge tone={STATE_TONES[state]}>{text.states[state]}</StateBadge>}>
        <Facts
          items={[
            [text.was, <del key="was">{quote}</del>],
            [text.becomes, <ins key="becomes">{suggestion}</ins>],
            ...(reason === '' ? [] : [[text.why, reason] as const]),
            ...(place === '' && locator === undefined
              ? []
              : [
                  [
                    text.chapter,
                    locator === undefined ? (
                      place
                    ) : (
                      <Link key="place" to={`/course/learning/${bookId}?at=${encodeLocatorParam(locator)}`}>
                        {place === '' ? text.openPlace : place}
                      </Link>
                    ),
                  ] as const,
                ]),
            [text.version, erratum.fixedInVersion === undefined ? text.foundIn(erratum.versionNo) : text.fixedIn(erratum.fixedInVersion)],
            [text.reporter, reporter === undefined ? text.gone : `${reporter.name} ${reporter.tel}`],
            [text.at, time.format(erratum.createdAt)],
            ...(answer === '' ? [] : [[text.words, answer] as const]),
          ]}
        />
        {state === 'submitted' ? (
          <div className={styles.actions}>
            {act(text.accept, () => decide({ decision: 'accept' }))}
            {act(text.duplicate, () => decide({ decision: 'duplicate' }), 'quiet')}
            {act(text.reject, () => setDialog('reject'), 'quiet')}
          </div>
        ) : null}
        {state === 'accepted' ? <div className={styles.actions}>{act(text.fix, () => setDialog('fix'))}</div> : null}
      </RecordCard>
      {dialog === 'reject' ? (
        <KeptReasonDialog
          form={`reject-erratum:${id}`}
          title={text.actOn(text.reject, quote)}
          lead={text.rejectLead}
          label={text.rejectReason}
          needText={text.rejectNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.reject}
          cancelLabel={deskText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(words) => deciding.mutateAsync({ decision: 'reject', answer: words })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'fix' ? (
        <FixDialog
          erratum={erratum}
          isBusy={deciding.isPending}
          onFix={(fixedInVersion) => decide({ decision: 'fix', fixedInVersion })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </li>
  );
};

export const DeskErrata = () => (
  <StateList
    name="state"
    states={erratumState.options}
    first="submitted"
    labels={text.states}
    queryOf={deskErrataQuery}
    what={text.deskTitle}
    filtersLabel={text.filters}
    empty={{ title: text.nothing, hint: text.nothingHint }}
  >
    {(errata) => (
      <ul className={styles.records}>
        {errata.map((erratum) => (
          <Report key={erratum.id} erratum={erratum} />
        ))}
      </ul>
    )}
  </StateList>
);
