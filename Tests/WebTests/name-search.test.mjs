import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedName, peopleNamed } from '../../Web/features/contacts/name-search.js';

for (const [name, folded] of [
    ['Tomás Ribeiro', 'tomas ribeiro'], ['KIỀU Trang', 'kieu trang'], ['Đặng', 'dang'], ['Łukasz Ørsted', 'lukasz orsted'],
    ['Groß', 'gross'], ['İpek', 'ipek'], ['ﬁnn', 'finn'], ['Ａｎａ', 'ana'], ['Пётр', 'петр'], ['أميرة', 'اميرة'], ['สมชาย', 'สมชาย'], ['', ''],
]) {
    test(`'${name}' is compared as '${folded}'`, () => assert.equal(foldedName(name), foldedName(folded)));
    test(`'${folded}' finds '${name}'`, () => assert.equal(peopleNamed([{ contactName: name }], folded).length, 1));
}

const people = ['Amira Haddad', 'Tomás Ribeiro', 'Bo', 'Kiều Trang Nguyễn', 'Bo Ribeiro'].map((contactName) => ({ contactName }));
for (const [wanted, names] of [
    ['', ['Amira Haddad', 'Tomás Ribeiro', 'Bo', 'Kiều Trang Nguyễn', 'Bo Ribeiro']], ['   ', ['Amira Haddad', 'Tomás Ribeiro', 'Bo', 'Kiều Trang Nguyễn', 'Bo Ribeiro']],
    ['RIB', ['Tomás Ribeiro', 'Bo Ribeiro']], ['ribeiro  bo', ['Bo Ribeiro']], ['nguyen', ['Kiều Trang Nguyễn']], ['NGUYỄN', ['Kiều Trang Nguyễn']],
    ['bo x', []], ['.', []],
]) {
    test(`'${wanted}' finds ${names.length}`, () => assert.deepEqual(peopleNamed(people, wanted).map(({ contactName }) => contactName), names));
}
