/** The form of the platform settings. Unsaved input is stored on the device as a draft. */
import { type getSettings, type OutputOf, type PlatformSettings, saveSettings, ticketTopic } from '@shufang/contract';
import { buttonClass, Cluster, ConfirmDialog, Grid, RecordCard, Text, TextAreaField, TextField } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { useForm } from '../../../platform/forms/use-form.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { helpText } from '../../../platform/messages/zh-cn/help.ts';
import { settingsText as text } from '../../../platform/messages/zh-cn/settings.ts';
import { RestoredDraftNotice } from '../../../platform/records/restored-draft-notice.tsx';
import { settingsQuery } from './queries.ts';
import styles from './settings.module.css';
import { draftOfSettings, type SettingField, settingsFields, topicField } from './settings-draft.ts';

type Saved = OutputOf<typeof getSettings>;

const minute = chineseDates({ dateStyle: 'long', timeStyle: 'short' });

const lineFields: readonly Exclude<SettingField, 'licenses' | `email.${string}`>[] = [
  'operatorName',
  'phone',
  'hours',
  'wechat',
  'email',
  'reviewDays',
];

/** Button that deletes the saved settings after a confirmation, so that the server's environment variables apply again. */
const ResetSettings = ({ onSaved }: { onSaved: (saved: Saved) => void }) => {
  const [isConfirming, setConfirming] = useState(false);
  const resetting = useMutation({
    mutationFn: () => call(saveSettings, {}),
    onSuccess: (saved) => {
      setConfirming(false);
      onSaved(saved);
    },
  });
  return (
    <>
      <button type="button" className={buttonClass('quiet')} onClick={() => setConfirming(true)}>
        {text.reset}
      </button>
      {isConfirming ? (
        <ConfirmDialog
          title={text.resetTitle}
          confirmLabel={text.reset}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={resetting.isPending}
          onConfirm={() => resetting.mutate()}
          onClose={() => setConfirming(false)}
        >
          <p>{text.resetText}</p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

export const SettingsForm = ({ saved }: { saved: Saved }) => {
  const queryClient = useQueryClient();
  const form = useForm({ draft: 'settings', initial: draftOfSettings(saved.settings), schema: settingsFields });
  const { errors, register } = form;
  const show = (now: Saved): void => {
    form.reset(draftOfSettings(now.settings));
    queryClient.setQueryData(settingsQuery().queryKey, now);
    void queryClient.invalidateQueries({ queryKey: ['help', 'contact'] });
  };
  const saving = useMutation({ mutationFn: (settings: PlatformSettings) => call(saveSettings, { settings }), onSuccess: show });
  const handleSubmit = form.handleSubmit((settings) => {
    if (!saving.isPending) saving.mutate(settings);
  });
  const hints: Partial<Record<SettingField, string>> = text.hints;
  return (
    <RecordCard title={text.formTitle}>
      <Text as="p" size={13} tone="faint" marginBottom={16}>
        {saved.savedAt === undefined ? text.fromEnvironment : text.savedOn(minute.format(saved.savedAt))}
      </Text>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <RestoredDraftNotice isRestored={form.isRestored} onGiveUp={() => form.reset()} />
        <Grid align="start" className={styles.fields}>
          {lineFields.map((field) => (
            <TextField
              key={field}
              label={text.fields[field]}
              hint={hints[field]}
              error={errors[field]?.message}
              maxLength={200}
              {...(field === 'email' ? ({ type: 'email' } as const) : {})}
              {...(field === 'reviewDays' ? ({ inputMode: 'numeric' } as const) : {})}
              {...register(field)}
            />
          ))}
        </Grid>
        <TextAreaField
          label={text.fields.licenses}
          hint={text.hints.licenses}
          error={errors.licenses?.message}
          rows={3}
          maxLength={1_100}
          {...register('licenses')}
        />
        <fieldset className={styles.topics}>
          <legend>{text.topicEmailsTitle}</legend>
          <Text as="p" size={13} tone="faint" marginBottom={16}>
            {text.topicEmailsHint}
          </Text>
          <Grid align="start" className={styles.fields}>
            {ticketTopic.options.map((topic) => (
              <TextField
                key={topic}
                label={helpText.topics[topic]}
                error={errors[topicField(topic)]?.message}
                type="email"
                maxLength={200}
                {...register(topicField(topic))}
              />
            ))}
          </Grid>
        </fieldset>
        <Cluster gap={12}>
          <button type="submit" className={buttonClass()} aria-disabled={saving.isPending}>
            {saving.isPending ? adminText.saving : text.save}
          </button>
          {saved.source === 'saved' ? <ResetSettings onSaved={show} /> : null}
        </Cluster>
      </form>
    </RecordCard>
  );
};
