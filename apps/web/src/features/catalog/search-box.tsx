/** The search box: recent and popular queries, suggestions while typing, selected by arrow keys or pointer; Enter searches. */
import { IconFlame, IconHistory, IconSearch, IconTrash, IconX } from '@shufang/icons';
import { ComboBox, Row, Text } from '@shufang/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../platform/session/session.ts';
import { useRecentSearches } from './recent-searches.ts';
import styles from './search-box.module.css';
import { type SearchChoice, type SearchGroup, useSearchChoices } from './search-choices.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

const SUGGEST_AFTER_MS = 120;

/** Icon beside an entry, for the group to which it belongs. */
const iconOf: Record<Exclude<SearchGroup, 'suggestions'>, typeof IconHistory> = { recent: IconHistory, hot: IconFlame, forget: IconTrash };

const renderChoice = ({ group, text: word }: SearchChoice) => {
  const Icon = group === 'suggestions' ? undefined : iconOf[group];
  return (
    <>
      {Icon === undefined ? null : <Icon className={styles.optionIcon} size={16} stroke={1.5} aria-hidden />}
      <Text flex={1} minWidth={0} whiteSpace="nowrap" className={styles.word}>
        {group === 'forget' ? catalogText.forgetRecent : word}
      </Text>
      {group === 'recent' || group === 'hot' ? (
        <Text size={12} tone="faint" flex="none">
          {catalogText.searchGroups[group]}
        </Text>
      ) : null}
    </>
  );
};

interface SearchBoxProps {
  readonly initial?: string;
  /** Whether the search box takes the focus when it appears. */
  readonly focused?: boolean;
  /** The current tab of the search screen; a new search opens the same tab. */
  readonly tab?: string | undefined;
}

export const SearchBox = ({ initial = '', focused = false, tab }: SearchBoxProps) => {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const asked = useDebouncedValue(text.trim(), SUGGEST_AFTER_MS);
  const recent = useRecentSearches(useSession((session) => session.userId) ?? '');
  const choices = useSearchChoices({ isOpen: open, text: text.trim(), asked, recent: recent.queries });

  // Takes over text that the user typed before hydration.
  useEffect(() => setText((known) => input.current?.value ?? known), []);

  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);

  const search = (q: string): void => {
    setOpen(false);
    if (q === '') return input.current?.focus();
    recent.keep(q);
    void navigate(`/course/search?${new URLSearchParams({ q, ...(tab === undefined ? {} : { tab }) })}`);
  };
  const choose = (chosen: SearchChoice): void => {
    if (chosen.group === 'forget') return recent.forget();
    setOpen(false);
    if (chosen.bookId !== undefined) return void navigate(`/course/info/${chosen.bookId}`);
    setText(chosen.text);
    search(chosen.text);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    search(text.trim());
  };

  return (
    <Row as="form" align="center" className={styles.box} role="search" action="/course/search" onSubmit={handleSubmit}>
      <IconSearch className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <ComboBox<SearchChoice>
        ref={input}
        className={styles.input}
        listClassName={styles.list}
        optionClassName={styles.option}
        name="q"
        inputMode="search"
        enterKeyHint="search"
        maxLength={200}
        spellCheck={false}
        label={catalogText.searchLabel}
        listLabel={catalogText.suggestions}
        placeholder={catalogText.searchPlaceholder}
        value={text}
        onChange={setText}
        isOpen={open}
        onOpenChange={setOpen}
        options={choices}
        keyOf={({ group, text: word, bookId }) => `${group} ${bookId ?? ''} ${word}`}
        optionProps={({ group }) => ({ 'data-group': group })}
        renderOption={renderChoice}
        onChoose={choose}
      />
      {text === '' ? null : (
        <button
          type="button"
          className={styles.clear}
          aria-label={catalogText.clear}
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </button>
      )}
      <button type="submit" className={styles.submit}>
        {catalogText.search}
      </button>
    </Row>
  );
};
