/** The printed sheet of an adoption list, with a column to tick off and fields for signatures; the screen does not show it. */
import type { AdoptionList } from '@shufang/contract';
import { useState } from 'react';
import { adoptionText } from '../../../platform/messages/zh-cn/adoption.ts';
import styles from './adoption.module.css';

const text = adoptionText.sheet;

export const AdoptionSheet = ({ list }: { list: AdoptionList }) => {
  const [openedAt] = useState(() => Date.now());
  return (
    <section className={styles.sheet}>
      <h2>{text.title(list.institution.name, list.term)}</h2>
      <p>{text.printed(list.status, openedAt)}</p>
      <table>
        <thead>
          <tr>
            {text.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.items.map((item, index) => (
            <tr key={`${item.courseCode}-${item.bookId}-${item.classId ?? ''}-${item.form}`}>
              <td>{index + 1}</td>
              <td>{item.courseCode}</td>
              <td>{item.course}</td>
              <td>{item.className === '' ? adoptionText.allClasses : item.className}</td>
              <td>{item.bookTitle}</td>
              <td>{item.isbn}</td>
              <td>{item.edition}</td>
              <td>{item.publisher}</td>
              <td>{text.labels(item)}</td>
              <td>{item.students}</td>
              <td>{item.hasTeacherCopy ? 1 : 0}</td>
              <td>□</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{adoptionText.total(list.items)}</p>
      {list.note === '' ? null : <p>{`${adoptionText.note}：${list.note}`}</p>}
      <div className={styles.signatures}>
        {text.signatures.map((who) => (
          <p key={who}>{`${who}：`}</p>
        ))}
      </div>
    </section>
  );
};
