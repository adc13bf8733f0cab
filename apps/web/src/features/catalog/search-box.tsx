/** The one search box: suggestions as you type, chosen by arrow keys or pointer; Enter searches. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { suggestQuery } from './queries.ts';
import styles from './search-box.module.css';

const SUGGEST_AFTER_MS = 120;
const SUGGESTIONS_SHOWN = 8;

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
  const { data } = useQuery({ ...suggestQuery(asked), enabled: open && asked !== '' });
  const suggestions = open && text.trim() !== '' ? (data ?? []).slice(0, SUGGESTIONS_SHOWN) : [];
  const shown = suggestions.length > 0;

  useEffect(() => {
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);

  const search = (q: string): void => {
    setOpen(false);
    if (q === '') return input.current?.focus();
    void navigate(`/course/search?${new URLSearchParams({ q, ...(tab === undefined ? {} : { tab }) })}`);
  };
  const choose = (index: number): void => {
    const chosen = suggestions[index];
    if (!chosen) return;
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
    if (event.nativeEvent.isComposing || !shown) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? suggestions.length : active) - 1);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <form className={styles.box} role="search" onSubmit={handleSubmit}>
      <IconSearch className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <input
        ref={input}
        className={styles.input}
        type="text"
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
        {suggestions.map((suggestion, index) => (
          <div
            key={`${suggestion.bookId ?? ''}${suggestion.text}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onPointerEnter={() => setActive(index)}
            onClick={() => choose(index)}
            onKeyDown={handleKey}
          >
            {suggestion.text}
          </div>
        ))}
      </div>
    </form>
  );
};
