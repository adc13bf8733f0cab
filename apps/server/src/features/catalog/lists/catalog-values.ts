/** Converts fields of published books to numbers and back. Texts are stored once, in dictionaries that only grow. */
import { accessModel, bookLevel, type MediaKind, mediaKind } from '@shufang/contract';
import type { BookValues } from './book-columns.ts';
import { languageKeyOf } from './language-key.ts';
import type { ListedBook, ListedCategory } from './listed-book-store.ts';

/** Texts by number. The number 0 means that there is no text. */
export class TextDictionary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [''];

  /** Returns the number of a text, which is added if it is new. */
  add(text: string | null): number {
    if (text === null) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** Returns the number of a text, or undefined if no book has had it. */
  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  textOf(number: number): string {
    return this.#texts[number] ?? '';
  }

  /** Number of different values, including 0. */
  get size(): number {
    return this.#texts.length;
  }
}

/** The categories of one moment, with the ancestors of each. */
export class CategoryTree {
  readonly categories: readonly ListedCategory[];
  readonly #byId: ReadonlyMap<string, ListedCategory>;
  readonly #sets = new Map<number, ReadonlySet<string>>();

  constructor(categories: readonly ListedCategory[]) {
    this.categories = categories;
    this.#byId = new Map(categories.map((category) => [category.id, category]));
  }

  /** Returns the ids of a category and its ancestors; of an unknown one, none. */
  pathTo(id: string | undefined): ReadonlySet<string> {
    const path = new Set<string>();
    for (let one = this.#byId.get(id ?? ''); one !== undefined && !path.has(one.id); one = this.#byId.get(one.parentId ?? ''))
      path.add(one.id);
    return path;
  }

  /** Returns the categories of a book and all their ancestors. `number`: the book's categories in the dictionary. */
  filedUnder(values: CatalogValues, number: number): ReadonlySet<string> {
    const cached = this.#sets.get(number);
    if (cached !== undefined) return cached;
    const set = new Set<string>();
    for (const id of values.categoryIdsOf(number)) {
      for (let at: string | null | undefined = id; at && !set.has(at); at = this.#byId.get(at)?.parentId) set.add(at);
    }
    this.#sets.set(number, set);
    return set;
  }
}

export class CatalogValues {
  readonly languages = new TextDictionary();
  readonly publishers = new TextDictionary();
  readonly plans = new TextDictionary();
  readonly years = new TextDictionary();
  readonly #categories = new TextDictionary();

  valuesOf(book: ListedBook): BookValues {
    return {
      publishedAt: book.publishedAt ?? 0,
      access: accessModel.options.indexOf(book.access),
      level: book.level === null ? 0 : bookLevel.options.indexOf(book.level) + 1,
      language: this.languages.add(book.language),
      publisher: this.publishers.add(book.publisher),
      plan: this.plans.add(book.plan),
      media: book.media.reduce((bits, kind) => bits | (1 << mediaKind.options.indexOf(kind)), 0),
      year: this.years.add(book.year === null ? null : String(book.year)),
      categories: book.categoryIds.length === 0 ? 0 : this.#categories.add(JSON.stringify(book.categoryIds)),
      edition: book.edition,
      score: book.score,
      rating: book.rating,
      searchKey: book.searchKey,
    };
  }

  /** Returns the categories of books whose column has this number. */
  categoryIdsOf(number: number): readonly string[] {
    return number === 0 ? [] : (JSON.parse(this.#categories.textOf(number)) as string[]);
  }

  /** Returns the key of a language in the dictionary; undefined for no language. */
  languageKeyAt(number: number): string | undefined {
    return number === 0 ? undefined : languageKeyOf(this.languages.textOf(number));
  }

  /** Returns all language tags of books that have this key. */
  languageTags(key: string): string[] {
    return Array.from({ length: this.languages.size }, (_, number) => number)
      .filter((number) => this.languageKeyAt(number) === key)
      .map((number) => this.languages.textOf(number));
  }

  /** Returns the kinds of media of books whose column has this number. */
  mediaOf(bits: number): MediaKind[] {
    return mediaKind.options.filter((_kind, index) => (bits & (1 << index)) !== 0);
  }

  /** Returns the number of different values of a facet. */
  sizeOf(field: FacetField): number {
    const sizes: Record<FacetField, number> = {
      access: accessModel.options.length,
      level: bookLevel.options.length + 1,
      language: this.languages.size,
      publisher: this.publishers.size,
      plan: this.plans.size,
      media: 1 << mediaKind.options.length,
      year: this.years.size,
      categories: this.#categories.size,
    };
    return sizes[field];
  }
}

export const FACET_FIELDS = ['access', 'level', 'language', 'publisher', 'plan', 'media', 'year', 'categories'] as const;
export type FacetField = (typeof FACET_FIELDS)[number];
