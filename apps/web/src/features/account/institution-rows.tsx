/**
 * The institutions to which the user is linked or belongs: whether their books are readable now, and actions to sign in, link and unlink.
 */
import { type ErrorCode, joinInstitution, LIMITS, type MyInstitution, type UserInfo, unbindInstitution } from '@shufang/contract';
import { buttonClass, Cluster, Column, ConfirmDialog, ModalDialog, Text, TextField } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { chosen } from '../../platform/forms/chosen.ts';
import { showRefusal } from '../../platform/forms/show-refusal.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { institutionText as text } from '../../platform/messages/zh-cn/institutions.ts';
import { showsOtherSites } from '../../platform/session/shows-other-sites.ts';
import { type ChosenInstitution, InstitutionFinder } from './institution-finder.tsx';
import { InstitutionPanel } from './institution-panel.tsx';
import { beginInstitution } from './institution-proof.ts';
import { myInstitutionsQuery } from './institution-queries.ts';
import { safeRedirect } from './safe-redirect.ts';
import { SettingRow } from './setting-row.tsx';
import userStyles from './user-center.module.css';

/** Returns a function that caches the changed institutions and invalidates book data, because linking may change the right to any book. */
const useCacheInstitutions = () => {
  const queryClient = useQueryClient();
  return (items: readonly MyInstitution[]): Promise<void> => {
    queryClient.setQueryData(myInstitutionsQuery().queryKey, [...items]);
    return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'my-institutions' });
  };
};

const AT_THE_NUMBER: readonly ErrorCode[] = joinInstitution.errors.filter((code) => code.startsWith('institution.'));

const joinFields = joinInstitution.input
  .omit({ institutionId: true })
  .extend({ institution: chosen<ChosenInstitution>(text.institutionNeeded) });

const JoinDialog = ({ onClose }: { onClose: () => void }) => {
  const cache = useCacheInstitutions();
  const form = useForm({
    initial: (): z.input<typeof joinFields> => ({ institution: undefined, studentNo: '', name: '' }),
    schema: joinFields,
  });
  const { errors } = form;
  const institution = form.register('institution');
  const joining = useMutation({
    mutationFn: ({ institution: { id: institutionId }, ...member }: z.output<typeof joinFields>) =>
      call(joinInstitution, { institutionId, ...member }),
    meta: { claims: AT_THE_NUMBER },
    onSuccess: async ({ items }) => {
      onClose();
      await cache(items);
    },
    onError: (error) => showRefusal(form, 'studentNo', error, AT_THE_NUMBER),
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!joining.isPending) joining.mutate(fields);
  });
  return (
    <ModalDialog title={text.joinTitle} onClose={onClose}>
      <Column as="form" gap={16} noValidate onSubmit={handleSubmit}>
        <Text as="p" size={13} tone="faint">
          {text.joinLead}
        </Text>
        {institution.value === undefined ? (
          <InstitutionFinder inputRef={institution.ref} error={errors.institution?.message} onChoose={institution.onChange} />
        ) : (
          <Cluster as="p" gap={[4, 12]} align="center" justify="between">
            {text.chosen(institution.value.name)}
            <button type="button" className={userStyles.textButton} onClick={() => institution.onChange(undefined)}>
              {text.search}
            </button>
          </Cluster>
        )}
        <TextField
          label={text.studentNo}
          maxLength={LIMITS.studentNoChars}
          error={errors.studentNo?.message}
          {...form.register('studentNo')}
        />
        <TextField label={text.realName} maxLength={60} error={errors.name?.message} {...form.register('name')} />
        <Cluster gap={12} justify="end" marginTop={24}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className={buttonClass()} aria-disabled={joining.isPending}>
            {text.join}
          </button>
        </Cluster>
      </Column>
    </ModalDialog>
  );
};

const Unbind = ({ institution: { id, name }, onClose }: { institution: MyInstitution; onClose: () => void }) => {
  const cache = useCacheInstitutions();
  const unbinding = useMutation({
    mutationFn: () => call(unbindInstitution, { institutionId: id }),
    onSuccess: async ({ items }) => {
      broadcast('toast', { kind: 'success', text: text.unbindDone });
      onClose();
      await cache(items);
    },
  });
  return (
    <ConfirmDialog
      title={text.unbindOf(name)}
      confirmLabel={text.unbind}
      isDestructive
      cancelLabel={text.cancel}
      isBusy={unbinding.isPending}
      onConfirm={() => unbinding.mutate()}
      onClose={onClose}
    >
      <p>{text.unbindAsk(name)}</p>
    </ConfirmDialog>
  );
};

const statusTextOf = ({ active, link }: MyInstitution): string =>
  active.length > 0 ? text.inForce(active) : link === undefined ? text.byList : text.notInForce;

/** Returns the path to return to: the page from which the user came, such as a book's page, or else the account page. */
const useReturnTo = (): string => {
  const [params] = useSearchParams();
  const asked = params.get('to');
  return asked === null ? '/user' : safeRedirect(asked);
};

const InstitutionRow = ({ institution }: { institution: MyInstitution }) => {
  const returnTo = useReturnTo();
  const { id, name, link, active } = institution;
  const [isUnbinding, setUnbinding] = useState(false);
  const going = useMutation({
    mutationFn: () => beginInstitution({ institutionId: id, returnTo, bind: true }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const isSignedIn = link !== undefined && active.includes(link.protocol);
  return (
    <SettingRow name={name} value={statusTextOf(institution)}>
      {link === undefined || isSignedIn || !showsOtherSites() ? null : (
        <button
          type="button"
          className={userStyles.textButton}
          aria-label={text.signInNowOf(name)}
          disabled={going.isPending}
          onClick={() => going.mutate()}
        >
          {text.signInNow}
        </button>
      )}
      <button type="button" className={userStyles.textButton} aria-label={text.unbindOf(name)} onClick={() => setUnbinding(true)}>
        {text.unbind}
      </button>
      {isUnbinding ? <Unbind institution={institution} onClose={() => setUnbinding(false)} /> : null}
    </SettingRow>
  );
};

export const InstitutionRows = ({ user }: { user: UserInfo }) => {
  const { data, isPending, isError } = useQuery(myInstitutionsQuery());
  const returnTo = useReturnTo();
  const [open, setOpen] = useState<'bind' | 'join'>();
  const items = data ?? [];
  const state = isPending ? text.looking : isError ? text.failed : items.length === 0 ? text.unbound : undefined;
  return (
    <>
      {returnTo === '/user' ? null : (
        <Text as="p" size={13} tone="faint">
          {text.comesBack}
          <Link to={returnTo} className={userStyles.textButton}>
            {text.backNow}
          </Link>
        </Text>
      )}
      {items.map((institution) => (
        <InstitutionRow key={institution.id} institution={institution} />
      ))}
      <SettingRow name={text.row} value={state} hint={user.tel === '' && items.length > 0 ? text.addPhoneFirst : undefined}>
        {showsOtherSites() ? (
          <button type="button" className={userStyles.textButton} onClick={() => setOpen('bind')}>
            {text.bind1}
          </button>
        ) : null}
        <button type="button" className={userStyles.textButton} onClick={() => setOpen('join')}>
          {text.join}
        </button>
      </SettingRow>
      {open === 'bind' ? (
        <ModalDialog title={text.bind1} onClose={() => setOpen(undefined)}>
          <InstitutionPanel returnTo={returnTo} bind />
        </ModalDialog>
      ) : null}
      {open === 'join' ? <JoinDialog onClose={() => setOpen(undefined)} /> : null}
    </>
  );
};
