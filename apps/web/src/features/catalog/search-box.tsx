/** The one search box: recent and much-used words, suggestions as you type, chosen by arrow keys or pointer; Enter searches. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconFlame, IconHistory, IconSearch, IconTrash, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../platform/session/session.ts';
import { useRecentSearches } from './recent-searches.ts';
import styles from './search-box.module.css';
import { type SearchGroup, useSearchChoices } from './search-choices.ts';

const SUGGEST_AFTER_MS = 120;

/** Beside the word, so that it is seen where it comes from. */
const iconOf: Record<Exclude<SearchGroup, 'suggestions'>, typeof IconHistory> = { recent: IconHistory, hot: IconFlame, forget: IconTrash };

interface SearchBoxProps {
  readonly initial?: string;
  /** The box takes the focus when it appears. */
  readonly focused?: boolean;
  /** The tab of the search screen to stay on. */
  readonly tab?: string | undefined;
}

export const SearchBox = ({ initial = '', focused = false, tab }: SearchBoxProps) => {
  const id = useId();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [asked] = useDebouncedValue(text.trim(), SUGGEST_AFTER_MS);
  const recent = useRecentSearches(useSession((session) => session.userId) ?? '');
  const choices = useSearchChoices({ isOpen: open, text: text.trim(), asked, recent: recent.words });
  const shown = choices.length > 0;

  // What was typed before the client had come.
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
  const choose = (index: number): void => {
    const chosen = choices[index];
    if (!chosen) return;
    setActive(-1);
    if (chosen.group === 'forget') return recent.forget();
    setOpen(false);
    if (chosen.bookId !== undefined) return void navigate(`/course/info/${chosen.bookId}`);
    setText(chosen.text);
    search(chosen.text);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (shown && active >= 0) choose(active);
    else search(text.trim());
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && !open) return setOpen(true);
    if (!shown) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % choices.length);
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? choices.length : active) - 1);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <form className={styles.box} role="search" action="/course/search" onSubmit={handleSubmit}>
      <IconSearch className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <input
        ref={input}
        className={styles.input}
        type="text"
        name="q"
        inputMode="search"
        enterKeyHint="search"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-label={catalogText.searchLabel}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        placeholder={catalogText.searchPlaceholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={handleKey}
        onBlur={() => setOpen(false)}
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
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={catalogText.suggestions} hidden={!shown}>
        {choices.map(({ group, text: word, bookId }, index) => {
          const Icon = group === 'suggestions' ? undefined : iconOf[group];
          return (
            <div
              key={`${group} ${bookId ?? ''} ${word}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              data-group={group}
              onPointerDown={(event) => event.preventDefault()}
              onPointerEnter={() => setActive(index)}
              onClick={() => choose(index)}
              onKeyDown={handleKey}
            >
              {Icon === undefined ? null : <Icon className={styles.optionIcon} size={16} stroke={1.5} aria-hidden />}
              <span className={styles.word}>{group === 'forget' ? catalogText.forgetRecent : word}</span>
              {group === 'recent' || group === 'hot' ? <span className={styles.group}>{catalogText.searchGroups[group]}</span> : null}
            </div>
          );
        })}
      </div>
    </form>
  );
};
