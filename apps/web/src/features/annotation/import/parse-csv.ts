/** Comma-separated values by RFC 4180: quoted fields may contain commas, line breaks and doubled quotation marks. Pure. */

/** Returns the rows with their fields; at most `rowsMax` rows. */
export const parseCsv = (text: string, rowsMax: number): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  const endRow = (): void => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at < text.length && rows.length < rowsMax) {
    let field = '';
    if (text[at] === '"') {
      let end = at;
      do {
        const next = text.indexOf('"', end + 1);
        field += text.slice(end + 1, next < 0 ? text.length : next);
        end = next < 0 ? text.length : next + 1;
        if (text[end] === '"') field += '"';
      } while (text[end] === '"');
      at = end;
    }
    const rest = /[^,\r\n]*/y;
    rest.lastIndex = at;
    field += rest.exec(text)?.[0] ?? '';
    at = rest.lastIndex;
    row.push(field);
    if (text[at] === ',') {
      at += 1;
      if (at >= text.length) row.push('');
    } else {
      endRow();
      at += text.startsWith('\r\n', at) ? 2 : 1;
    }
  }
  endRow();
  return rows;
};
