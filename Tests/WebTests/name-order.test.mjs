import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from '../../Web/texts/languages.js';

const file = new URL('../Vectors/name-order.json', import.meta.url);
const names = [
    'Ana', 'ana', 'Anna', 'Änne', 'Ångström', 'Zoë', 'Zoe', 'Müller', 'Muller', 'Mueller', 'Đặng', 'Dang', 'Danh', 'Öz', 'Ozan', 'Ñandú', 'Nadia', 'Nunez', 'Núñez', 'Łukasz', 'Lucas', 'Çelik',
    'Celik', 'Straße', 'Strasse', 'O’Neil', 'Oneil', 'de la Cruz', 'Delacruz', 'Ana María', 'Anabel', '7 Zwerge', '42', 'Bo-Ek', 'Boek', 'Иван', 'Ёлкин', 'Елена', 'Жанна', 'Ярослав', 'Αλέξης', 'Ωμέγα',
    'أحمد', 'احمد', 'إبراهيم', 'بدر', 'يوسف', 'דוד', 'अमित', 'आरती', 'क्षमा', 'कमल', 'กานดา', 'เกษม', 'แก้ว', 'ขวัญ', 'កុសល', 'ខេមរា', '김민수', '나영', '박지성', 'さくら', 'サトシ', '佐藤', '田中',
    '张伟', '李娜', '王芳', '阿明',
];

/** The names as each language sorts them. */
const sorted = () => Object.fromEntries(languages.map((language) => [language, names.toSorted(new Intl.Collator(language).compare)]));

// 003-26
test('the order of names that clients in Swift are checked against is that of Intl', () => {
    const now = `{\n${Object.entries(sorted()).map(([language, all]) => `    "${language}": ${JSON.stringify(all)}`).join(',\n')}\n}\n`;
    if (process.env.ECALL_WRITE_VECTORS) writeFileSync(file, now);
    assert.equal(readFileSync(file, 'utf8'), now);
});

test('languages sort the same names in their own ways', () => {
    const place = (language, name) => sorted()[language].indexOf(name);
    assert(place('es', 'Ñandú') > place('es', 'Núñez') && place('en', 'Ñandú') < place('en', 'Núñez'));
    assert(place('zh-Hans', '阿明') < place('zh-Hans', '王芳') && place('ko', '김민수') < place('ko', 'Ana') && place('ru', 'Иван') < place('ru', 'Ana'));
});
