/** The article of the students' manual about what happens in class: attendance, polls, and questions in the book. */
import type { ManualArticle } from './manual.ts';

export const studentClassArticle: ManualArticle = {
  id: 'class-layer',
  title: '上课：签到、投票、在书里提问',
  lead: '加入班级以后，课堂上的事在班级页的“互动”里；读书时的问题，在书里直接问。',
  steps: [
    '签到：打开“我的 / 我的班级”，进班级，点“互动”，输入大屏幕上的签到码；也可以扫大屏幕上的二维码。',
    '投票：在“互动”里选一项，点“投票”；这一轮结束前可以改。老师公布后看得到结果，谁投了什么没有人看得到。',
    '提问：读教材时选中一段，点“向班级提问”。勾选“不让同学看到我的名字”，同学看不到，老师看得到。',
    '点正文里的标记，或右上角的“班级”，看老师的划线和同学的提问，可以回复；自己的提问可以采纳一条回复。',
  ],
  notes: ['签到码每 10 秒换一个。手机打不开的，请老师补签。', '自己的提问和回复可以删除。'],
  goTo: { to: '/user#classes', label: '我的班级' },
};
