// A server of `GET /user` as one would write it in Go, beside which Benchmarks/http-reads.py measures ours: a bearer token
// with HS256, the same query on the same SQLite file, the same answer.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

type claims struct {
	UserID int64 `json:"userId"`
	Exp    int64 `json:"exp"`
}

type user struct {
	ID          int64  `json:"id"`
	Email       string `json:"email"`
	PhoneNumber string `json:"phoneNumber"`
	DisplayName string `json:"displayName"`
}

func sign(key []byte, text string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func read(key []byte, request *http.Request) (claims, bool) {
	var found claims
	token := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	end := strings.LastIndexByte(token, '.')
	if end < 0 || !hmac.Equal([]byte(sign(key, token[:end])), []byte(token[end+1:])) {
		return found, false
	}
	_, payload, _ := strings.Cut(token[:end], ".")
	text, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil || json.Unmarshal(text, &found) != nil {
		return found, false
	}
	return found, time.Now().Unix() < found.Exp
}

// Arguments: the database, the key of the tokens. Prints its address.
func main() {
	database, err := sql.Open("sqlite3", "file:"+os.Args[1]+"?mode=ro")
	if err != nil {
		log.Fatal(err)
	}
	key := []byte(os.Args[2])
	query, err := database.Prepare("SELECT id, email, phone_number, display_name FROM users WHERE id = ?")
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/user", func(writer http.ResponseWriter, request *http.Request) {
		who, isGood := read(key, request)
		if !isGood {
			http.Error(writer, "unauthorized", http.StatusUnauthorized)
			return
		}
		var found user
		var email, phone sql.NullString
		if query.QueryRow(who.UserID).Scan(&found.ID, &email, &phone, &found.DisplayName) != nil {
			http.Error(writer, "no such user", http.StatusNotFound)
			return
		}
		found.Email, found.PhoneNumber = email.String, phone.String
		writer.Header().Set("Content-Type", "application/json")
		json.NewEncoder(writer).Encode(map[string]user{"user": found})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
