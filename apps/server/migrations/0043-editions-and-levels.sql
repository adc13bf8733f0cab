-- Editions of one work, the level a book is written for, and the two trees beside the disciplines of higher education.

-- Books with one `work_id` are editions of one work; null: no other edition of it is here.
ALTER TABLE book ADD COLUMN work_id text;
ALTER TABLE book ADD COLUMN edition int NOT NULL DEFAULT 1 CHECK (edition >= 1);
CREATE UNIQUE INDEX book_work_edition ON book (work_id, edition) WHERE work_id IS NOT NULL;

ALTER TABLE book ADD COLUMN level text
  CHECK (level IN ('primary', 'junior', 'senior', 'secondaryVoc', 'higherVoc', 'undergrad', 'postgrad', 'continuing'));

-- The tree it stands in; those under it have the same.
-- discipline: 学科门类 of higher education; vocational: 职业教育专业大类; school: 学段, 年级, 学科.
ALTER TABLE category ADD COLUMN kind text NOT NULL DEFAULT 'discipline' CHECK (kind IN ('discipline', 'vocational', 'school'));

-- 职业教育专业目录（2021 年）.
INSERT INTO category (id, parent_id, name, position, kind)
SELECT 'voc-' || id, NULL, name, 100 + position, 'vocational'
FROM unnest(
  ARRAY['agriculture', 'resources', 'energy', 'construction', 'water', 'manufacturing', 'chemistry', 'textile', 'food', 'transport',
    'electronics', 'health', 'finance', 'tourism', 'culture', 'media', 'education', 'police', 'public'],
  ARRAY['农林牧渔大类', '资源环境与安全大类', '能源动力与材料大类', '土木建筑大类', '水利大类', '装备制造大类', '生物与化工大类', '轻工纺织大类',
    '食品药品与粮食大类', '交通运输大类', '电子与信息大类', '医药卫生大类', '财经商贸大类', '旅游大类', '文化艺术大类', '新闻传播大类', '教育与体育大类',
    '公安与司法大类', '公共管理与服务大类']
) WITH ORDINALITY AS given (id, name, position)
ON CONFLICT (id) DO NOTHING;

INSERT INTO category (id, parent_id, name, position, kind) VALUES
  ('school-primary', NULL, '小学', 201, 'school'),
  ('school-junior', NULL, '初中', 202, 'school'),
  ('school-senior', NULL, '高中', 203, 'school')
ON CONFLICT (id) DO NOTHING;

INSERT INTO category (id, parent_id, name, position, kind)
SELECT 'school-' || grade, 'school-' || stage, name, grade, 'school'
FROM unnest(
  ARRAY['primary', 'primary', 'primary', 'primary', 'primary', 'primary', 'junior', 'junior', 'junior', 'senior', 'senior', 'senior'],
  ARRAY['一年级', '二年级', '三年级', '四年级', '五年级', '六年级', '七年级', '八年级', '九年级', '高一', '高二', '高三']
) WITH ORDINALITY AS given (stage, name, grade)
ON CONFLICT (id) DO NOTHING;

-- The subjects of 义务教育课程方案（2022 年版）and 普通高中课程方案（2017 年版 2020 年修订）, in the grades that have them.
INSERT INTO category (id, parent_id, name, position, kind)
SELECT 'school-' || grade || '-' || subject, 'school-' || grade, name, position, 'school'
FROM unnest(
  ARRAY['morals', 'politics', 'chinese', 'maths', 'english', 'history', 'geography', 'science', 'physics', 'chemistry', 'biology',
    'computing', 'ict', 'technology', 'sport', 'arts', 'music', 'fine-arts', 'labour'],
  ARRAY['道德与法治', '思想政治', '语文', '数学', '英语', '历史', '地理', '科学', '物理', '化学', '生物学',
    '信息科技', '信息技术', '通用技术', '体育与健康', '艺术', '音乐', '美术', '劳动'],
  ARRAY[1, 10, 1, 1, 3, 7, 7, 1, 8, 9, 7, 3, 10, 10, 1, 1, 10, 10, 1],
  ARRAY[9, 12, 12, 12, 12, 12, 12, 6, 12, 12, 12, 8, 12, 12, 12, 9, 12, 12, 9]
) WITH ORDINALITY AS given (subject, name, first_grade, last_grade, position)
CROSS JOIN LATERAL generate_series(first_grade, last_grade) AS grade
ON CONFLICT (id) DO NOTHING;
